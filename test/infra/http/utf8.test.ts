import { buildServer } from '@recado/infra/http/server'
import { requireUtf8Query, utf8Body } from '@recado/infra/http/utf8'
import { createLogger } from '@recado/infra/logger'
import { startMetrics } from '@recado/infra/metrics'
import { test } from 'tap'
import { usualBounds } from '../../kit/bounds.ts'

const latin1 = Buffer.from('{"text":"Olá"}', 'latin1')
const utf8 = Buffer.from('{"text":"Olá"}')
const json = (charset: string) => ({ 'content-type': `application/json${charset}` })

test('a body is UTF-8 by its bytes and by its header', async (t) => {
  for (const charset of ['', '; charset=utf-8', ';charset="UTF-8"', '; charset=utf8'])
    t.equal(utf8Body(utf8, json(charset)), '{"text":"Olá"}', charset)
  t.equal(utf8Body(Buffer.from('\ufeff{}'), {}), '{}', 'without its byte order mark')
  for (const bytes of [latin1, Buffer.from([0xed, 0xa0, 0x80]), Buffer.from([0xff, 0xfe, 0x7b, 0])])
    t.throws(() => utf8Body(bytes, json('')), { status: 400, code: 'invalid_body' })
  for (const charset of ['; charset=iso-8859-1', ';charset="windows-1252"', '; Charset=utf-16'])
    for (const bytes of [latin1, utf8])
      t.throws(
        () => utf8Body(bytes, json(charset)),
        { status: 415, code: 'unsupported_media_type' },
        charset,
      )
})

test('a query is UTF-8, percent-encoded', async (t) => {
  for (const query of ['', '?', '?q=Jo%C3%A3o+Ol%c3%a1', '?q=100%', '?q=%zz', '?a=%F0%9F%99%8F'])
    t.doesNotThrow(() => requireUtf8Query(`/api/v1/contacts${query}`), query)
  for (const query of ['?q=Jo%E3o', '?q=%C3', '?q=a&b=%ff', '?q=%ED%A0%80', '?q=Jo\xe3o', '?%E3=1'])
    t.throws(
      () => requireUtf8Query(`/api/v1/contacts${query}`),
      { status: 400, code: 'query_error' },
      query,
    )
})

test('a server refuses what is not UTF-8 before any route reads it', async (t) => {
  const log = createLogger('test', 'silent')
  const app = await buildServer({
    ...{ log, metrics: startMetrics(), elsewhere: [], bounds: usualBounds },
  })
  t.teardown(() => app.close())
  app.post('/things', async ({ body }) => body)
  const post = (payload: Buffer, charset = '', query = '') =>
    app.inject({ method: 'POST', url: `/things${query}`, headers: json(charset), payload })
  t.same((await post(utf8)).json(), { text: 'Olá' })
  t.same((await post(Buffer.alloc(0))).statusCode, 200, 'no body is no body')
  for (const [answer, status, code] of [
    [await post(latin1), 400, 'invalid_body'],
    [await post(utf8, '; charset=iso-8859-1'), 415, 'unsupported_media_type'],
    [await post(utf8, '', '?q=Jo%E3o'), 400, 'query_error'],
    [await post(Buffer.from('{"text":')), 400, 'invalid_body'],
    [await post(Buffer.from('{"__proto__":{}}')), 400, 'invalid_body'],
    [await post(Buffer.from('{"text":"\\u0000"}')), 422, 'validation'],
  ] as const) {
    t.equal(answer.statusCode, status, answer.body)
    t.equal(answer.json().error.code, code)
  }
})
