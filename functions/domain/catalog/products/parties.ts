export interface CompanyAddress {
  name: string;
  vat_number: string;
  street?: string;
  postcode?: string;
  city?: string;
  country?: string;
}

export interface OrderSender {
  name: string;
  email: string;
  company?: CompanyAddress;
}

export interface PostalAddress {
  kind: 'private' | 'company';
  name: string;
  company_name?: string;
  street: string;
  postcode: string;
  city: string;
  country: string;
  email?: string;
  phone?: string;
}

/** A delivery time. `text`: RFC 3339 as sent, except for a leap second (`shownTimestamp`). */
export interface SendAt {
  text: string;
  ms: number;
}

/** The changeable members of a pending delivery. */
export interface DeliveryChange {
  sendAt?: SendAt;
  recipientEmail?: string;
}

export interface OrderDelivery {
  method: 'recipient_email' | 'sender_email' | 'postal';
  /** RFC 3339 as sent; null when not scheduled. */
  sendAt: string | null;
  sendAtMs?: number;
  /** The `send_at` that the client chose, if an earlier time applies because the event was moved to an earlier day. */
  chosenSendAt?: SendAt;
  address?: PostalAddress;
  pickupPointId?: string;
  /** `spri_<id>`; null for courier parcels. */
  shippingPriority?: string | null;
}

export interface MarketingConsent {
  granted: boolean;
  source: 'storefront_checkout' | 'partner_checkout' | 'partner_import';
  consent_text?: string;
  consent_text_version?: string;
}
