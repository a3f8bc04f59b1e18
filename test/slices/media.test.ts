import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mediaId } from '@recado/application/ids'
import { buildApp } from '@recado/command-api/app'
import { spoolBudget } from '@recado/command-api/media/spool-budget'
import { test } from 'tap'
import { GIF, JPEG, PDF, PNG, padded } from '../command-api/media/sample-files.ts'
import { eventually } from '../kit/eventually.ts'
import { callsOf } from '../kit/provider-calls.ts'
import { addFreemium, addOfficial, issueKey, openTenant } from '../kit/tenants.ts'
import { UNHURRIED } from '../kit/unhurried.ts'
import { startWorld } from '../kit/world.ts'

type Media = {
  id: string
  mime_type: string
  file_size: string
  sha256: string
  stored: boolean
  download_url: string
  download_requires_authorization: boolean
}
type Json = { data: Media; error: { code: string; message: string } }
type Part = readonly [field: string, value: string | Blob, filename?: string]

const folder = await mkdtemp(join(tmpdir(), 'recado-test-'))
const { TMPDIR = '/tmp' } = process.env
process.env.TMPDIR = folder
const world = await startWorld({
  settings: { PUBLIC_URL: 'https://api.example/' },
})

test('media', async (t) => {
  t.teardown(async () => {
    await world.stop()
    // Other files of this process follow.
    process.env.TMPDIR = TMPDIR
    await rm(folder, { recursive: true, force: true })
  })
  const { sim, connection, tenant } = world
  const api = world.api()
  const { port } = world.product().commandApp.server.address() as AddressInfo
  const base = `http://127.0.0.1:${port}/api/v1`
  const reads = `${await world.product().queryApp.listen({ port: 0, host: '127.0.0.1' })}/api/v1`
  const path = (id: string, more = '') => `/media/${id}${more}?connection_id=${connection.id}`
  const asked = async () => {
    const calls = await callsOf(world)
    return calls.map(({ method, url }) => `${method} ${url.replace(/^\/v\d+\.0/, '')}`)
  }
  const post = async (parts: readonly Part[], key = tenant.key) => {
    const body = new FormData()
    for (const [field, value, filename] of parts)
      if (typeof value === 'string') body.append(field, value)
      else body.append(field, value, filename)
    const headers = { authorization: `Bearer ${key}` }
    const answer = await fetch(`${base}/media`, { method: 'POST', headers, body })
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Json }
  }
  const file = (bytes: Buffer, type = 'image/png'): Part => [
    'file',
    new Blob([new Uint8Array(bytes)], { type }),
    'a name.png',
  ]
  const ofConnection: Part = ['connection_id', connection.id]
  const upload = async (bytes: Buffer = PNG, type = 'image/png') => {
    const { status, body } = await post([ofConnection, file(bytes, type)])
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body.data
  }
  const download = async (id: string, key = tenant.key) => {
    const answer = await fetch(`${reads}${path(id, '/download')}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  const notFound = { status: 404, body: { error: { code: 'not_found' } } }

  await t.test('stalled uploads take no more disk than their account is allowed', async (t) => {
    const { deps } = world.product()
    const uploads = spoolBudget(UNHURRIED, { account: 300_000, process: 1_000_000 })
    const app = await buildApp({ ...deps, uploads })
    t.teardown(() => app.close())
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const other = await openTenant(world.product(), 'official')
    const otherNumber = await addOfficial(world.product(), other.id)
    const send = async (key: string, connectionId: string) => {
      const body = new FormData()
      body.append('connection_id', connectionId)
      body.append('file', new Blob([new Uint8Array(padded(PNG, 100_000))]), 'a.png')
      const headers = { authorization: `Bearer ${key}` }
      const url = `http://127.0.0.1:${port}/api/v1/media`
      const answer = await fetch(url, { method: 'POST', headers, body })
      return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
    }
    const stalled = uploads.open(tenant.id)
    t.ok(stalled.take(250_000))
    t.same(await send(tenant.key, connection.id), { status: 429, retryAfter: '5' })
    t.match(await send(other.key, otherNumber.id), { status: 201 })
    stalled.free()
    t.match(await send(tenant.key, connection.id), { status: 201 })
  })

  await t.test('a file is uploaded, shown and downloaded', async (t) => {
    await sim('DELETE', '/requests')
    const answer = await post([ofConnection, file(PNG)])
    t.equal(answer.status, 201)
    t.match(answer.headers.get('x-event-position'), /^\d+$/)
    const { id } = answer.body.data
    t.strictSame(answer.body, {
      data: {
        id,
        mime_type: 'image/png',
        file_size: String(PNG.length),
        sha256: createHash('sha256').update(PNG).digest('hex'),
        stored: false,
        download_url: `https://api.example/api/v1${path(id, '/download')}`,
        download_requires_authorization: true,
      },
    })
    const [sent] = await callsOf(world)
    t.match(sent?.url, new RegExp(`^/v\\d+\\.0/${connection.phone_number_id}/media$`))
    t.match(sent?.headers, {
      authorization: `Bearer ${connection.token}`,
      'content-type': /^multipart\/form-data; boundary=/,
      'content-length': /^\d+$/,
    })
    const shown = await api.get<Json>(path(id))
    t.equal(shown.status, 200)
    t.strictSame(shown.body, answer.body)
    const { answer: got, bytes } = await download(id)
    t.equal(got.status, 200)
    t.equal(got.headers.get('content-type'), 'image/png')
    t.ok(bytes.equals(PNG))
    const ofNumber = `phone_number_id=${connection.phone_number_id}`
    const [, info, second, bytesAsked, ...more] = await asked()
    t.equal(info, `GET /${id}?${ofNumber}`)
    t.equal(second, info)
    t.match(bytesAsked, new RegExp(`^GET /media-download/${id}`))
    t.strictSame(more, [])
    const seen = JSON.stringify([[...got.headers], shown.body, shown.headers, answer.body])
    t.notOk(seen.includes(connection.token) || seen.includes('media-download'))
    t.strictSame(
      (await facts(id)).map(({ type }) => type),
      ['MediaUploaded'],
    )
  })

  await t.test(
    'the parts of a form come in any order, with other parts between them',
    async (t) => {
      t.equal((await post([file(JPEG, 'image/jpeg'), ['note', 'x'], ofConnection])).status, 201)
      const pdf = await upload(padded(PDF, 300_000), 'application/octet-stream')
      t.match(pdf, { mime_type: 'application/pdf', file_size: '300000' })
      t.ok((await download(pdf.id)).bytes.equals(padded(PDF, 300_000)))
    },
  )

  await t.test('a file from an inbound message is shown and downloaded', async (t) => {
    await sim('POST', '/users/5531987654321/messages', {
      phone_number_id: connection.phone_number_id,
      type: 'image',
      image: { caption: 'Olha', data: PNG.toString('base64') },
    })
    const id = await eventually(async () => {
      const { body } = await api.get<{ data: { content: { id: string } | null }[] }>('/messages')
      return body.data.flatMap(({ content }) => content?.id ?? [])[0]
    })
    const { status, body } = await api.get<Json>(path(id))
    t.equal(status, 200)
    t.match(body.data, { id, mime_type: 'image/png', sha256: /^[0-9a-f]{64}$/ })
    t.ok((await download(id)).bytes.equals(PNG))
    t.match(await api.delete(path(id)), { status: 200, body: { data: { id, deleted: true } } })
    t.match(await api.get(path(id)), notFound)
    const [received, deleted] = await facts(id)
    t.match(received, { type: 'MediaReceived', data: { mime_type: 'image/png' } })
    t.equal(deleted?.type, 'MediaDeleted')
  })

  await t.test(
    'only types that a browser shows without running them are served inline',
    async (t) => {
      const receive = async (mime_type: string) => {
        const caption = `as ${mime_type}`
        await sim('POST', '/users/5531987654321/messages', {
          phone_number_id: connection.phone_number_id,
          type: 'document',
          document: { caption, mime_type, data: PNG.toString('base64') },
        })
        return eventually(async () => {
          type Sent = { text: string; content: { id: string } | null }
          const { body } = await api.get<{ data: Sent[] }>('/messages')
          return body.data.find(({ text }) => text === caption)?.content?.id
        })
      }
      for (const [mime, disposition] of [
        ['image/png', null],
        ['Video/MP4', null],
        ['audio/ogg; codecs=opus', null],
        ['application/pdf', null],
        ['text/html', 'attachment'],
        ['text/html; charset=utf-8', 'attachment'],
        ['image/svg+xml', 'attachment'],
        ['IMAGE/SVG+XML', 'attachment'],
        ['application/xhtml+xml', 'attachment'],
        ['application/pdfx', 'attachment'],
        ['imagetext/html', 'attachment'],
        ['nonsense', 'attachment'],
      ] as const) {
        const { headers } = (await download(await receive(mime))).answer
        t.equal(headers.get('content-disposition'), disposition, mime)
        t.match(headers.get('content-security-policy'), /(^|;)sandbox(;|$)/, mime)
        t.equal(headers.get('x-content-type-options'), 'nosniff', mime)
      }
    },
  )

  await t.test('a deleted file is gone', async (t) => {
    const { id } = await upload()
    await sim('DELETE', '/requests')
    const deleted = await api.delete(path(id))
    t.equal(deleted.status, 200)
    t.strictSame(deleted.body, { data: { id, deleted: true } })
    const ofNumber = `phone_number_id=${connection.phone_number_id}`
    t.strictSame(await asked(), [`DELETE /${id}?${ofNumber}`])
    t.match(await api.get(path(id)), notFound)
    t.match(await api.get(path(id, '/download')), notFound)
    t.match(await api.delete(path(id)), notFound)
    t.equal((await asked()).length, 1, 'the provider is not asked for it again')
    t.strictSame(
      (await facts(id)).map(({ type }) => type),
      ['MediaUploaded', 'MediaDeleted'],
    )
  })

  await t.test('two concurrent deletions delete a file once', async (t) => {
    const { id } = await upload()
    const answers = await Promise.all([api.delete(path(id)), api.delete(path(id))])
    t.strictSame(answers.map(({ status }) => status).sort(), [200, 404])
  })

  await t.test(
    'a file that the provider has deleted is not found, and can be deleted',
    async (t) => {
      const { id } = await upload()
      const gone = { kind: 'error', code: 100, call: `/${id}` }
      await sim('POST', '/faults', { ...gone, count: 2 })
      t.match(await api.get(path(id)), notFound)
      t.match(await api.get(path(id, '/download')), notFound)
      await sim('POST', '/faults', gone)
      t.match(await api.delete(path(id)), { status: 200 })
    },
  )

  await t.test('an expired address is requested again', async (t) => {
    const { id } = await upload()
    const expired = { kind: 'http', status: 404, call: `GET /media-download/${id}` }
    await sim('POST', '/faults', expired)
    const { answer, bytes } = await download(id)
    t.equal(answer.status, 200)
    t.ok(bytes.equals(PNG))
    await sim('POST', '/faults', { ...expired, count: 2 })
    t.equal((await download(id)).answer.status, 502)
  })

  await t.test(
    'an id that the account does not have is not found, without a call of the provider',
    async (t) => {
      const product = world.product()
      const { id } = await upload()
      const second = await addOfficial(product, tenant.id)
      const other = await openTenant(product)
      const theirs = await addOfficial(product, other.id)
      await sim('DELETE', '/requests')
      for (const [who, name, of] of [
        [api, id, second.id],
        [api, '123', connection.id],
        [api, '..%2F..%2Fme', connection.id],
        [api, id, theirs.id],
        [api, id, randomUUID()],
        [other.api, id, connection.id],
        [other.api, id, theirs.id],
      ] as const)
        for (const call of [`${name}?`, `${name}/download?`]) {
          t.match(await who.get(`/media/${call}connection_id=${of}`), notFound)
          t.match(await who.delete(`/media/${name}?connection_id=${of}`), notFound)
        }
      t.strictSame(await asked(), [])
    },
  )

  await t.test('connection_id is required and a uuid', async (t) => {
    for (const call of ['/media/1', '/media/1/download']) {
      t.match(await api.get(call), { status: 422, body: { error: { code: 'validation' } } })
      t.match(await api.get(`${call}?connection_id=x`), {
        status: 400,
        body: { error: { code: 'query_error' } },
      })
    }
    t.match(await api.delete('/media/1'), { status: 422 })
    t.match(await api.delete('/media/1?connection_id=5'), { status: 400 })
  })

  const invalid: readonly (readonly [string, readonly Part[], number, RegExp])[] = [
    ['without a file', [ofConnection], 422, /^file is required/],
    ['without anything', [], 422, /is required/],
    ['without a connection', [file(PNG)], 422, /^connection_id is required/],
    ['with a connection that is none', [file(PNG), ['connection_id', '55']], 422, /connection_id/],
    ['of nobody', [file(PNG), ['connection_id', randomUUID()]], 404, /not found/],
    ['with the file elsewhere', [ofConnection, ['upload', new Blob(['x'])]], 422, /^file/],
    ['with text for a file', [ofConnection, ['file', 'text']], 422, /^file is required/],
    ['with two files', [ofConnection, file(PNG), file(PNG)], 422, /^file/],
    ['with an empty file', [ofConnection, file(Buffer.alloc(0))], 422, /^file must not be empty/],
    ['with a GIF', [ofConnection, file(GIF, 'image/gif')], 422, /^file is image\/gif/],
    ['with a huge picture', [ofConnection, file(padded(PNG, 5_242_881))], 422, /at most 5242880/],
    ['that lies', [ofConnection, file(Buffer.from('plain'), 'image/png')], 422, /not image\/png/],
  ]
  for (const [what, parts, status, message] of invalid) {
    await t.test(`an upload ${what} is refused`, async (t) => {
      await sim('DELETE', '/requests')
      const answer = await post(parts)
      t.equal(answer.status, status)
      t.equal(answer.body.error.code, status === 404 ? 'not_found' : 'validation')
      t.match(answer.body.error.message, message)
      t.strictSame(await asked(), [], 'the provider does not see it')
    })
  }

  await t.test('a request that is not a form is refused', async (t) => {
    const call = { method: 'POST', path: '/media' } as const
    const asForm = { error: { code: 'unsupported_media_type', message: /multipart\/form-data/ } }
    for (const type of ['application/json', 'text/plain', 'image/png']) {
      const body = JSON.stringify({ connection_id: connection.id })
      const other = { ...call, body, headers: { 'content-type': type } }
      t.match(await api.call(other), { status: 415, body: asForm }, type)
    }
    t.match(await api.call(call), { status: 422 })
    for (const type of ['application/json', 'multipart/form-data; boundary=b']) {
      const empty = { ...call, body: '', headers: { 'content-type': type } }
      t.match(await api.call(empty), { status: 422, body: { error: { code: 'validation' } } }, type)
    }
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=b']) {
      const broken = { ...call, body: '--b\r\nnothing', headers: { 'content-type': type } }
      t.match(await api.call(broken), { status: 400, body: { error: { code: 'invalid_body' } } })
    }
    const form = { 'content-type': 'multipart/form-data; boundary=b' }
    t.match(
      await api.call({ method: 'POST', path: '/stages', body: '--b--', headers: form }),
      { status: 415 },
      'and no other route accepts a form',
    )
  })

  await t.test('failures and refusals of the provider are answered', async (t) => {
    const calls = `POST /v`
    for (const fault of [
      { kind: 'error', code: 131000 },
      { kind: 'reset' },
      { kind: 'timeout' },
      { kind: 'http', status: 200, body: '{}' },
    ]) {
      await sim('POST', '/faults', { ...fault, call: calls })
      const answer = await post([ofConnection, file(PNG)])
      t.match(answer, { status: 502, body: { error: { code: 'provider_error' } } })
    }
    await sim('POST', '/faults', { kind: 'error', code: 131053, details: 'codec', call: calls })
    const refused = await post([ofConnection, file(PNG)])
    t.match(refused, { status: 422, body: { error: { message: /131053.*codec/ } } })
    const { id } = await upload()
    for (const method of ['get', 'delete'] as const) {
      await sim('POST', '/faults', { kind: 'error', code: 2, call: `/${id}` })
      t.match(await api[method](path(id)), {
        status: 502,
        body: { error: { code: 'provider_error' } },
      })
    }
    t.match(await api.get(path(id)), { status: 200 })
  })

  await t.test(
    'media need the scope, the plan and an official connection, in this order',
    async (t) => {
      const product = world.product()
      const reader = (await issueKey(product, tenant.id, ['read'])).key
      const writer = (await issueKey(product, tenant.id, ['write'])).key
      const forbidden = { status: 403, body: { error: { code: 'forbidden' } } }
      const upgrade = { status: 403, body: { error: { code: 'upgrade_required' } } }
      const unsupported = { status: 422, body: { error: { message: /does not support media/ } } }
      t.match(await post([ofConnection, file(PNG)], reader), forbidden)
      t.match(await product.api(reader).delete(path('1')), forbidden)
      t.match(await product.api(writer).get(path('1')), forbidden)
      t.match(await product.api(writer).get(path('1', '/download')), forbidden)
      const basic = await openTenant(product, 'basic')
      t.match(await post([], basic.key), upgrade)
      for (const call of ['/media/1', '/media/1/download'])
        t.match(await basic.api.get(call), upgrade)
      t.match(await basic.api.delete('/media/1'), upgrade)
      const { id } = await addFreemium(product, tenant.id)
      t.match(await post([['connection_id', id], file(PNG)]), unsupported)
      t.match(await api.get(`/media/1?connection_id=${id}`), unsupported)
      t.match(await api.get(`/media/1/download?connection_id=${id}`), unsupported)
      t.match(await api.delete(`/media/1?connection_id=${id}`), unsupported)
    },
  )

  await t.test('a form that is not UTF-8 is refused, and a name that is stays', async (t) => {
    const send = async (parts: readonly (readonly [head: string, body: string | Buffer])[]) => {
      const bytes = parts.flatMap(([head, body]) => [
        ...[Buffer.from('--b\r\nContent-Disposition: form-data; '), Buffer.from(head, 'latin1')],
        ...[Buffer.from('\r\n\r\n'), Buffer.from(body), Buffer.from('\r\n')],
      ])
      const answer = await fetch(`${base}/media`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${tenant.key}`,
          'content-type': 'multipart/form-data; boundary=b',
        },
        body: new Uint8Array(Buffer.concat([...bytes, Buffer.from('--b--\r\n')])),
      })
      return { status: answer.status, body: (await answer.json()) as Json }
    }
    const number = ['name="connection_id"', connection.id] as const
    const named = (name: string) => [`name="file"; ${name}`, PNG] as const
    const plain = named('filename="a.png"')
    const bad = { status: 400, body: { error: { code: 'invalid_body' } } }
    const charset = { status: 415, body: { error: { code: 'unsupported_media_type' } } }
    const latin1 = (head: string) => `${head}\r\nContent-Type: text/plain; charset=iso-8859-1`
    for (const [parts, answer] of [
      [[number, named('filename="or\xe7amento.png"')], bad],
      [[number, named("filename*=utf-8''or%E7amento.png")], bad],
      [[number, plain, ['name="note"', Buffer.from('ol\xe1', 'latin1')]], bad],
      [[number, plain, ['name="nota\xe7"', 'ol']], bad],
      [[[latin1(number[0]), connection.id], plain], charset],
      [[plain, [latin1(number[0]), connection.id]], charset],
      [[['name="_charset_"', 'iso-8859-1'], number, plain], charset],
    ] as const)
      t.match(await send(parts), answer, JSON.stringify(parts.map(([head]) => head)))
    for (const name of [
      Buffer.from('filename="orçamento 👍.png"').toString('latin1'),
      "filename*=utf-8''or%C3%A7amento%20%F0%9F%91%8D.png",
    ]) {
      const told = await send([['name="_charset_"', 'UTF-8'], number, named(name)])
      t.equal(told.status, 201)
      t.match(await facts(told.body.data.id), [{ data: { filename: 'orçamento 👍.png' } }])
    }
    const ofText = [
      'name="file"; filename="a.csv"\r\nContent-Type: text/csv; charset=iso-8859-1',
      'a;b\xe1',
    ]
    t.match(await send([number, [ofText[0] ?? '', Buffer.from(ofText[1] ?? '', 'latin1')]]), {
      status: 201,
    })
  })

  await t.test('a client that disconnects leaves no file behind', async (t) => {
    const socket = connect(port, '127.0.0.1')
    const head = `POST /api/v1/media HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${tenant.key}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 100000\r\n\r\n`
    const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'
    socket.write(head + part + 'x'.repeat(1_000))
    const spools = async () =>
      (await readdir(folder)).filter((name) => name.startsWith('recado-upload-')).length
    await eventually(async () => (await spools()) === 1)
    socket.destroy()
    await eventually(async () => (await spools()) === 0)
    t.equal((await post([ofConnection, file(PNG)])).status, 201)
    t.equal(await spools(), 0)
  })

  async function facts(id: string) {
    const found: { type: string; data: object }[] = []
    const stream = `media-${mediaId({ connection_id: connection.id, provider_media_id: id })}`
    for await (const { type, data } of world.product().deps.store.readStream(stream))
      found.push({ type, data })
    return found
  }
})
