export const verify = {
  verify: {
    title: 'Verify it yourself',
    how: 'The signature is the HMAC-SHA256 of timestamp, dot and body, keyed with the webhook’s secret.',
    rules:
      'Use the exact bytes received, compare in constant time, and reject anything older than five minutes. While a secret is being replaced there are two v1 signatures; one of them matches. webhook-id is the same on every attempt: ignore ids you have already processed. Any Standard Webhooks library works too.',
  },
} as const
