<?php
// PHP 8. $body: file_get_contents('php://input'); $headers: names in lower case; $secret: whsec_...
function verify(string $body, array $headers, string $secret, ?int $now = null): bool
{
    $id = $headers['service-webhook-id'] ?? '';
    $timestamp = $headers['service-webhook-timestamp'] ?? '';
    $sent = $headers['service-webhook-signature'] ?? '';
    if (!ctype_digit($timestamp) || abs(($now ?? time()) - (int) $timestamp) > 300) {
        return false;
    }
    $expected = 'v1=' . hash_hmac('sha256', "$timestamp.$id.$body", $secret);
    foreach (explode(',', $sent) as $each) {
        if (hash_equals($expected, trim($each))) {
            return true;
        }
    }
    return false;
}
