# Python 3. body: the raw bytes; headers: names in lower case; secret: whsec_...
import hashlib
import hmac
import time


def verify(body, headers, secret, now=None):
    event_id = headers.get("service-webhook-id", "")
    timestamp = headers.get("service-webhook-timestamp", "")
    sent = headers.get("service-webhook-signature", "")
    current = time.time() if now is None else now
    if not timestamp.isdigit() or abs(current - int(timestamp)) > 300:
        return False
    message = f"{timestamp}.{event_id}.".encode() + body
    expected = "v1=" + hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()
    return any(hmac.compare_digest(each.strip(), expected) for each in sent.split(","))
