# Ruby 3. body: the raw bytes; headers: names in lower case; secret: whsec_...
require 'openssl'

def verify(body, headers, secret, now = Time.now.to_i)
  id = headers['service-webhook-id'].to_s
  timestamp = headers['service-webhook-timestamp'].to_s
  sent = headers['service-webhook-signature'].to_s
  return false unless timestamp.match?(/\A\d+\z/) && (now - timestamp.to_i).abs <= 300

  message = "#{timestamp}.#{id}.".b + body.b
  expected = 'v1=' + OpenSSL::HMAC.hexdigest('SHA256', secret, message)
  sent.split(',').any? { |each| OpenSSL.secure_compare(each.strip, expected) }
end
