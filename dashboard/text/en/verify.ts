export const verify = {
  verify: {
    title: 'Verify it yourself',
    how: 'The signature is the HMAC-SHA256 of time, dot and body, keyed with the secret of the webhook.',
    rules:
      'Use the exact bytes received, compare in constant time, and refuse what is older than five minutes. During a change of the secret there are two v1: one of them fits. webhook-id stays the same on each try: drop what you have seen. Any library of Standard Webhooks works too.',
  },
} as const
