import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as a collector receives it. */
export type ReceivedSpan = {
  /** Name of the process that made it. */
  readonly service: string
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly links?: readonly { readonly traceId: string }[]
  readonly attributes: Readonly<Record<string, unknown>>
}

/** A trace collector on this machine that keeps everything it receives. */
export type OtlpReceiver = {
  readonly url: string
  readonly spans: readonly ReceivedSpan[]
  stop(): Promise<void>
}

type Value = { stringValue?: string; intValue?: number | string; arrayValue?: unknown }
type Attribute = { key: string; value: Value }
type Sent = Omit<ReceivedSpan, 'service' | 'attributes'> & { attributes: Attribute[] }
type Posted = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Sent[] }[] }[]
}

/** Starts a collector on a free port; it accepts only traces, in OTLP over HTTP as JSON. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const isTraces = request.method === 'POST' && request.url === '/v1/traces'
      if (isTraces) spans.push(...spansIn(JSON.parse(Buffer.concat(chunks).toString())))
      response.writeHead(isTraces ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function spansIn({ resourceSpans }: Posted): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name'])
    return scopeSpans.flatMap((scope) =>
      scope.spans.map((span) => ({ ...span, service, attributes: valuesOf(span.attributes) })),
    )
  })
}

function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.intValue ?? value.arrayValue,
    ]),
  )
}
