"""Receivers in frameworks of Python, each with ``verify`` of its headers as they are. Prints their URLs by name."""

import json
import os
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from wsgiref.simple_server import WSGIRequestHandler, make_server

import django
import flask
import uvicorn
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse
from django.urls import path
from fastapi import FastAPI, Request, Response

from partner_listing_client import WebhookError, webhooks

SECRET = os.environ["WEBHOOK_SECRET"]


def received(body, headers):
    try:
        return 200, webhooks.verify(body, headers, SECRET)["type"]
    except WebhookError as error:
        return 400, type(error).__name__


class Plain(BaseHTTPRequestHandler):
    def do_POST(self):
        status, text = received(self.rfile.read(int(self.headers["content-length"])), self.headers)
        self.send_response(status)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


class Silent(WSGIRequestHandler):
    def log_message(self, *_):
        pass


in_flask = flask.Flask("receiver")


@in_flask.post("/")
def flask_post():
    status, text = received(flask.request.get_data(), flask.request.headers)
    return text, status


@in_flask.post("/environ")
def flask_environ():
    status, text = received(flask.request.get_data(), flask.request.environ)
    return text, status


def django_post(request, of):
    status, text = received(request.body, of(request))
    return HttpResponse(text, status=status)


urlpatterns = [
    path("", lambda request: django_post(request, lambda each: each.headers)),
    path("meta", lambda request: django_post(request, lambda each: each.META)),
]
settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], SECRET_KEY="tests", MIDDLEWARE=[])
django.setup()

in_fastapi = FastAPI()


@in_fastapi.post("/")
async def fastapi_post(request: Request):
    status, text = received(await request.body(), request.headers)
    return Response(text, status_code=status)


@in_fastapi.post("/scope")
async def starlette_scope(request: Request):
    status, text = received(await request.body(), request.scope["headers"])
    return Response(text, status_code=status)


def in_thread(serve):
    threading.Thread(target=serve, daemon=True).start()


def wsgi(app):
    server = make_server("127.0.0.1", 0, app, handler_class=Silent)
    in_thread(server.serve_forever)
    return f"http://127.0.0.1:{server.server_port}"


def asgi(app):
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off"))
    in_thread(lambda: server.run(sockets=[listener]))
    return f"http://127.0.0.1:{listener.getsockname()[1]}"


plain = ThreadingHTTPServer(("127.0.0.1", 0), Plain)
in_thread(plain.serve_forever)
flask_url, django_url, fastapi_url = wsgi(in_flask), wsgi(get_wsgi_application()), asgi(in_fastapi)
print(
    json.dumps(
        {
            "http.server": f"http://127.0.0.1:{plain.server_port}",
            "flask": flask_url,
            "werkzeug's environ": f"{flask_url}/environ",
            "django": django_url,
            "django's META": f"{django_url}/meta",
            "fastapi": fastapi_url,
            "starlette's scope": f"{fastapi_url}/scope",
        }
    ),
    flush=True,
)
threading.Event().wait()
