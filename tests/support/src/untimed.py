# A server of WebDAV that passes everything on to that of rclone, but no times, and for what it stores zeros of the same size
# where its folder has a file "torn"; where that says something, for what has a name that ends so.
import http.client, http.server, os, re, sys


class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def pass_on(self):
        sent = self.rfile.read(int(self.headers.get("content-length", 0)))
        if self.headers.get("transfer-encoding") == "chunked":
            while size := int(self.rfile.readline(), 16):
                sent += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        torn = os.path.join(sys.argv[1], "torn")
        if self.command == "PUT" and os.path.exists(torn) and self.path.endswith(open(torn).read()):
            sent = bytes(len(sent))
        bodies = ("content-length", "transfer-encoding", "connection")
        headers = {name: text for name, text in self.headers.items() if name.lower() not in bodies}
        headers["content-length"] = str(len(sent))
        server = http.client.HTTPConnection("127.0.0.1", 8080)
        server.request(self.command, self.path, sent, headers)
        answer = server.getresponse()
        told = re.sub(rb"<D:getlastmodified>.*?</D:getlastmodified>", b"", answer.read())
        self.send_response_only(answer.status)
        for name, text in answer.getheaders():
            if name.lower() not in bodies + ("last-modified",):
                self.send_header(name, text)
        length = answer.getheader("content-length", "0") if self.command == "HEAD" else len(told)
        self.send_header("content-length", str(length))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(told)

    do_GET = do_HEAD = do_PUT = do_OPTIONS = do_PROPFIND = do_PROPPATCH = pass_on
    do_DELETE = do_MKCOL = do_MOVE = do_COPY = do_LOCK = do_UNLOCK = pass_on

    def log_message(self, *_):
        pass


http.server.ThreadingHTTPServer(("127.0.0.1", 8081), Server).serve_forever()
