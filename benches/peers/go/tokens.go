package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"log"
	"os"
	"unicode/utf8"

	"golang.org/x/net/html"
)

type tokens struct {
	Tokens [][]any  `json:"tokens"`
	Spans  [][2]int `json:"spans"`
}

// contexts lists the elements whose text is read in a state, for tests with such a last start tag.
var contexts = map[string][]string{
	"RCDATA state":      {"title", "textarea"},
	"RAWTEXT state":     {"style", "xmp", "iframe", "noembed", "noframes"},
	"Script data state": {"script"},
}

// writeTokens writes the tokens of the inputs in a file. The form is in ../README.md.
func writeTokens(path string) {
	strings, err := load(path)
	if err != nil {
		log.Fatal(err)
	}
	output := bufio.NewWriter(os.Stdout)
	lines := json.NewEncoder(output)
	lines.SetEscapeHTML(false)
	write := func(line any) {
		if err := lines.Encode(line); err != nil {
			log.Fatal(err)
		}
	}
	write(map[string]string{"version": version})
	for ; len(strings) > 0; strings = strings[3:] {
		state, last, page := string(strings[0]), string(strings[1]), strings[2]
		context, canStart := contextOf(state, last)
		if !canStart || !utf8.Valid(page) {
			write(nil)
			continue
		}
		write(read(html.NewTokenizerFragment(bytes.NewReader(page), context)))
	}
	if err := output.Flush(); err != nil {
		log.Fatal(err)
	}
}

// contextOf returns the element in which the tokenizer starts.
func contextOf(state, last string) (string, bool) {
	switch state {
	case "":
		return "", true
	case "PLAINTEXT state":
		return "plaintext", true
	}
	for _, context := range contexts[state] {
		if context == last {
			return context, true
		}
	}
	return "", false
}

func read(tokenizer *html.Tokenizer) tokens {
	answer, offset := tokens{[][]any{}, [][2]int{}}, 0
	for {
		kind := tokenizer.Next()
		start := offset
		offset += len(tokenizer.Raw())
		if kind == html.ErrorToken {
			if err := tokenizer.Err(); err != io.EOF {
				log.Fatal(err)
			}
			return answer
		}
		token := tokenizer.Token()
		answer.Tokens = append(answer.Tokens, fields(kind, token))
		answer.Spans = append(answer.Spans, [2]int{start, offset})
		if kind == html.StartTagToken && token.Data == "noscript" {
			// Markup, without scripting.
			tokenizer.NextIsNotRawText()
		}
	}
}

func fields(kind html.TokenType, token html.Token) []any {
	switch kind {
	case html.StartTagToken, html.SelfClosingTagToken:
		attributes := [][2]string{}
		for _, attribute := range token.Attr {
			attributes = append(attributes, [2]string{attribute.Key, attribute.Val})
		}
		return []any{"StartTag", token.Data, attributes, kind == html.SelfClosingTagToken}
	case html.EndTagToken:
		return []any{"EndTag", token.Data}
	case html.CommentToken:
		return []any{"Comment", token.Data}
	case html.DoctypeToken:
		// Its data is the markup; the package's parser takes it apart.
		return []any{"DOCTYPE", nil, nil, nil, true}
	}
	return []any{"Character", token.Data}
}
