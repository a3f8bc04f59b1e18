import { beginSpan, endSpan, traceparentOf } from '@recado/infra/tracing/spans'
import { readTraceparent, writeTraceparent } from '@recado/infra/tracing/traceparent'
import fc from 'fast-check'
import { test } from 'tap'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'
const given = `00-${TRACE}-${SPAN}-01`

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length })

test('a written traceparent can be read again', async () => {
  fc.assert(
    fc.property(hex(32), hex(16), fc.boolean(), (traceId, spanId, isSampled) => {
      fc.pre(/[^0]/.test(traceId) && /[^0]/.test(spanId))
      const place = { traceId, spanId, traceFlags: isSampled ? 1 : 0, isRemote: true }
      const read = readTraceparent(writeTraceparent(place))
      return JSON.stringify(read) === JSON.stringify(place)
    }),
  )
})

test('any header is read as a span context or as nothing', async () => {
  const near = fc
    .tuple(hex(2), hex(32), hex(16), hex(2), fc.string({ maxLength: 5 }))
    .map(([version, trace, span, flags, more]) => `${version}-${trace}-${span}-${flags}${more}`)
  fc.assert(
    fc.property(fc.oneof(near, fc.string()), (header) => {
      const read = readTraceparent(header)
      return read === null || header.includes(`-${read.traceId}-${read.spanId}-`)
    }),
  )
})

test('a malformed header is ignored', async (t) => {
  const broken = [
    ...[undefined, '', [given, given], `${given}-more`, `ff-${TRACE}-${SPAN}-01`],
    ...[given.toUpperCase(), `00-${'0'.repeat(32)}-${SPAN}-01`, `00-${TRACE}-${'0'.repeat(16)}-01`],
    ...[`00-${TRACE}-${SPAN}`, ` ${given}`, `00-${TRACE}-${SPAN}-0`],
  ]
  for (const header of broken) t.equal(readTraceparent(header), null, String(header))
  t.match(readTraceparent(`cc-${TRACE}-${SPAN}-01-of-a-later-version`), { traceId: TRACE })
})

test('without an exporter a span passes on its parent, and starts no trace', async (t) => {
  const began = (parent: string | undefined) =>
    beginSpan('deliver', { kind: 'client', parent, attributes: {} })
  const span = began(given)
  t.equal(traceparentOf(span), given)
  endSpan(span, {}, 'no answer')
  t.equal(traceparentOf(began(undefined)), undefined)
  t.equal(traceparentOf(began('no trace')), undefined)
})
