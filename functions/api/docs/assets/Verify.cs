// Modern .NET (6 or later) or Mono. body: the raw bytes; headers: names in lower case; secret: whsec_...
using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

public static class Webhook
{
    public static bool Verify(byte[] body, IReadOnlyDictionary<string, string> headers, string secret, long now)
    {
        var id = Header(headers, "service-webhook-id");
        var timestamp = Header(headers, "service-webhook-timestamp");
        long seconds;
        if (!long.TryParse(timestamp, out seconds) || Math.Abs(now - seconds) > 300) return false;
        var message = Encoding.UTF8.GetBytes($"{timestamp}.{id}.").Concat(body).ToArray();
        using (var hmac = new HMACSHA256(Encoding.UTF8.GetBytes(secret)))
        {
            var hex = BitConverter.ToString(hmac.ComputeHash(message)).Replace("-", "").ToLowerInvariant();
            var expected = Encoding.UTF8.GetBytes("v1=" + hex);
            return Header(headers, "service-webhook-signature").Split(',')
                .Any(each => CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(each.Trim()), expected));
        }
    }

    static string Header(IReadOnlyDictionary<string, string> headers, string name)
    {
        string value;
        return headers.TryGetValue(name, out value) ? value : "";
    }
}
