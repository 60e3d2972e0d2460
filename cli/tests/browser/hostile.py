"""A hostile page: every channel tries to set window.pwned in the report, or to load from a server."""

SERVER = "http://127.0.0.1:9/"

HOSTILE = f"""<!DOCTYPE html><meta charset=utf-8><title></title><script>window.pwned=1</script>\u2028\u2029 </title>
<script>/* </script><script>window.pwned=2</script> --></script>
<!-- --><script>window.pwned=3</script><!-- <!--<script> --><img src=x onerror="window.pwned=4">
<a href="javascript:window.pwned=5" title='"><svg onload=window.pwned=6>'>javascript: &lt;/script&gt;&lt;script&gt;window.pwned=7&lt;/script&gt;</a>
<a href=" java&#10;script:window.pwned=8 ">newline scheme</a> <a href="data:text/html,<script>window.pwned=9</script>">data</a>
<a href="https://e.org/&quot;onmouseover=&quot;window.pwned=10">quote</a> <a href="JAVASCRIPT&colon;window.pwned=1">colon</a>
<a href="https://e.org/</script><script>window.pwned=11</script>">script in URL</a>
<meta name="description" content="</script><script>window.pwned=12</script>\u2028\u2029\u202e">
<meta name="__proto__" content="constructor"><meta property="og:title" content="<!--<script>">
<base href="javascript:window.pwned=13"><iframe srcdoc="<script>parent.pwned=14</script>"></iframe>
<template><img src=x onerror=window.pwned=15></template><style>@import "{SERVER}x.css"; body{{background:url({SERVER}y.png)}}</style>
<img src={SERVER}z.png><link rel=stylesheet href={SERVER}s.css><object data={SERVER}o></object>
<p \u202e onclick=window.pwned=16 \0=\0 =x {{{{script}}}} {{{{data}}}}>\u202ereversed\u202c bidi שלום سلام \x07\x1b[31m \ufeff 👩\u200d👩 &#0; &#x80; &notit; &bogus;</p>
<script type="application/ld+json">{{"@type":"</scr" ,"x":"\\u003c/script>"}}</script><?php echo 1 ?><![CDATA[x]]></></ x>
<h1>]]>\\u003c/script> ${{window.pwned=17}} `</h1><textarea></textarea><svg><script>window.pwned=18</script></svg>
<meta http-equiv=refresh content="0;url=javascript:window.pwned=19"><plaintext></script><script>window.pwned=20</script>
"""

# A file name that is markup.
NAME = "<img src=x onerror=window.pwned=21>.html"
