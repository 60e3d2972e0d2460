// Reads pages with the tokenizer of golang.org/x/net/html and counts its tokens. The protocol is in ../README.md.
package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/html"
)

// version is the version of the package, set by the build.
var version = "unknown"

type ready struct {
	Ready     bool   `json:"ready"`
	Name      string `json:"name"`
	Version   string `json:"version"`
	Documents int    `json:"documents"`
	Bytes     int    `json:"bytes"`
}

type answer struct {
	Seconds   float64 `json:"seconds"`
	Documents int     `json:"documents"`
	Bytes     int     `json:"bytes"`
	Counts    counts  `json:"counts"`
}

type counts struct {
	Doctypes     int `json:"doctypes"`
	StartTags    int `json:"start_tags"`
	EndTags      int `json:"end_tags"`
	Comments     int `json:"comments"`
	Attributes   int `json:"attributes"`
	Links        int `json:"links"`
	NameBytes    int `json:"name_bytes"`
	ValueBytes   int `json:"value_bytes"`
	TextBytes    int `json:"text_bytes"`
	CommentBytes int `json:"comment_bytes"`
}

func main() {
	log.SetFlags(0)
	if len(os.Args) == 3 && os.Args[1] == "--tokens" {
		writeTokens(os.Args[2])
		return
	}
	if len(os.Args) != 2 {
		log.Fatal("usage: go-net-html [--tokens] FILE")
	}
	pages, err := load(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	answers := json.NewEncoder(os.Stdout)
	print := func(value any) {
		if err := answers.Encode(value); err != nil {
			log.Fatal(err)
		}
	}
	print(ready{true, "go-net-html", version, len(pages), size(pages)})
	for lines := bufio.NewScanner(os.Stdin); lines.Scan() && lines.Text() != "quit"; {
		asked, err := pagesAsked(pages, strings.Fields(lines.Text()))
		if err != nil {
			log.Fatal(err)
		}
		print(pass(asked))
	}
}

func load(path string) ([][]byte, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var pages [][]byte
	for len(data) > 0 {
		if len(data) < 4 {
			return nil, io.ErrUnexpectedEOF
		}
		length := uint64(binary.LittleEndian.Uint32(data))
		data = data[4:]
		if uint64(len(data)) < length {
			return nil, io.ErrUnexpectedEOF
		}
		pages = append(pages, data[:length])
		data = data[length:]
	}
	return pages, nil
}

func size(pages [][]byte) int {
	bytes := 0
	for _, page := range pages {
		bytes += len(page)
	}
	return bytes
}

// pagesAsked returns the first pages, up to the total bytes of `pass BYTES`.
func pagesAsked(pages [][]byte, words []string) ([][]byte, error) {
	if len(words) == 0 || len(words) > 2 || words[0] != "pass" {
		return nil, fmt.Errorf("neither `pass` nor `quit` was asked: %q", words)
	}
	if len(words) == 1 {
		return pages, nil
	}
	limit, err := strconv.Atoi(words[1])
	if err != nil {
		return nil, err
	}
	for index, page := range pages {
		limit -= len(page)
		if limit < 0 {
			return pages[:index], nil
		}
	}
	return pages, nil
}

func pass(pages [][]byte) answer {
	var counts counts
	var spent time.Duration
	var fresh []byte
	for _, page := range pages {
		fresh = append(fresh[:0], page...)
		start := time.Now()
		if err := counts.read(fresh); err != nil {
			log.Fatal(err)
		}
		spent += time.Since(start)
	}
	return answer{spent.Seconds(), len(pages), size(pages), counts}
}

func (c *counts) read(page []byte) error {
	tokenizer := html.NewTokenizer(bytes.NewReader(page))
	for {
		switch tokenizer.Next() {
		case html.ErrorToken:
			if err := tokenizer.Err(); err != io.EOF {
				return err
			}
			return nil
		case html.DoctypeToken:
			tokenizer.Text()
			c.Doctypes++
		case html.StartTagToken, html.SelfClosingTagToken:
			c.StartTags++
			c.readStartTag(tokenizer)
		case html.EndTagToken:
			name, _ := tokenizer.TagName()
			c.EndTags++
			c.NameBytes += len(name)
		case html.TextToken:
			c.TextBytes += len(tokenizer.Text())
		case html.CommentToken:
			c.Comments++
			c.CommentBytes += len(tokenizer.Text())
		}
	}
}

func (c *counts) readStartTag(tokenizer *html.Tokenizer) {
	name, more := tokenizer.TagName()
	c.NameBytes += len(name)
	isLink := string(name) == "a"
	for more {
		var key, value []byte
		key, value, more = tokenizer.TagAttr()
		c.Attributes++
		c.NameBytes += len(key)
		c.ValueBytes += len(value)
		if isLink && string(key) == "href" {
			c.Links++
		}
	}
}
