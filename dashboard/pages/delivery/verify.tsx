import { Copy } from '../../parts/copy.tsx'
import { text } from '../../text/choose.ts'

const SIGNING = /^(x-service-signature|webhook-(id|timestamp|signature))$/

/** How a receiver verifies a delivery: what is signed, and code that checks it. */
export function Verify({ headers }: { headers: Readonly<Record<string, string>> }) {
  const { verify } = text()
  const signed = Object.entries(headers).filter(([name]) => SIGNING.test(name))
  return (
    <details class="verify">
      <summary>{verify.title}</summary>
      <p>{verify.how}</p>
      <pre>{signed.map(([name, value]) => `${name}: ${value}`).join('\n')}</pre>
      <p class="muted small">{verify.rules}</p>
      <div class="between">
        <strong>Node.js</strong>
        <Copy value={NODE} />
      </div>
      <pre>{NODE}</pre>
      <div class="between">
        <strong>openssl</strong>
        <Copy value={SHELL} />
      </div>
      <pre>{SHELL}</pre>
    </details>
  )
}

const NODE = `import { createHmac, timingSafeEqual } from 'node:crypto'

// rawBody: the exact bytes of the body, before any parser; secret: the whole text, including whsec_
export function isRecado(secret, headers, rawBody) {
  const parts = headers['x-service-signature'].split(',').map((part) => part.split('='))
  const t = parts.find(([name]) => name === 't')?.[1]
  if (Math.abs(Date.now() / 1000 - Number(t)) > 300) return false
  const expected = createHmac('sha256', secret).update(\`\${t}.\`).update(rawBody).digest()
  return parts.some(([name, value]) => {
    const given = Buffer.from(value ?? '', 'hex')
    return name === 'v1' && given.length === 32 && timingSafeEqual(given, expected)
  })
}
`

const SHELL = `# T is the value of t= in x-service-signature, body.txt the exact body
{ printf '%s.' "$T"; cat body.txt; } | openssl dgst -sha256 -hmac "$SECRET"
`
