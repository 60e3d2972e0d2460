filedesc://alexa.arc 0.0.0.0 20040925001013 text/plain 75
1 0 Alexa Internet
URL IP-address Archive-date Content-type Archive-length

http://www.Example.com/ 192.0.2.7 20040925001013 text/html 132
HTTP/1.1 200 OK
Content-Type: text/html; charset=utf-8

<!DOCTYPE html>
<title>First</title>
<p>First <a href=/next?q=1>next</a>

http://e.org/a b?c=d e 192.0.2.7 20040925001013 text/html 156
HTTP/1.1 200 OK
Content-Type: text/html; charset=utf-8

<!DOCTYPE html>
<title>Spaces in the URL</title>
<p>Spaces in the URL <a href=/next?q=1>next</a>

http://e.org/missing 192.0.2.7 20040925001013 text/html 64
HTTP/1.0 404 Not Found
Content-Type: text/html

<h1>Gone</h1>
http://e.org/moved 192.0.2.7 20040925001013 no-type 47
HTTP/1.1 301 Moved
Location: http://e.org/


