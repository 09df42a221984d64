// Java 17. body: the raw bytes; headers: names in lower case; secret: whsec_...
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Verify {
  public static boolean verify(byte[] body, Map<String, String> headers, String secret, long now)
      throws GeneralSecurityException {
    String id = headers.getOrDefault("service-webhook-id", "");
    String timestamp = headers.getOrDefault("service-webhook-timestamp", "");
    String sent = headers.getOrDefault("service-webhook-signature", "");
    if (!timestamp.matches("\\d{1,12}") || Math.abs(now - Long.parseLong(timestamp)) > 300) return false;
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    mac.update((timestamp + "." + id + ".").getBytes(StandardCharsets.UTF_8));
    String expected = "v1=" + HexFormat.of().formatHex(mac.doFinal(body));
    boolean fits = false;
    for (String each : sent.split(",")) fits |= MessageDigest.isEqual(each.trim().getBytes(), expected.getBytes());
    return fits;
  }
}
