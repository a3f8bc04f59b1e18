import type { AddressInfo } from 'node:net'
import { mediaId } from '@recado/application/ids'
import type { MediaEvent } from '@recado/domain/media/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { MediaCalls } from '@recado/infra/providers/media-calls'
import type { FastifyInstance } from 'fastify'
import { eventually } from './eventually.ts'
import type { Product } from './product.ts'
import type { Tenant, TestConnection } from './tenants.ts'

export type ShownMedia = {
  readonly id: string
  readonly mime_type: string
  readonly file_size: string
  readonly sha256: string
  readonly stored: boolean
}

/** The files of a number, as its account sees them, its provider has them, and the log tells of them. */
export function filesOf(
  product: Product,
  { key, api }: Pick<Tenant, 'key' | 'api'>,
  connection: Pick<TestConnection, 'id'>,
  queryApp = product.queryApp,
) {
  const path = (id: string, more = '') => `/media/${id}${more}?connection_id=${connection.id}`
  const headers = { authorization: `Bearer ${key}` }
  const show = (id: string) => api.get<{ data: ShownMedia }>(path(id))
  const facts = async (id: string) => {
    const found: RecordedEvent<MediaEvent>[] = []
    const stream = `media-${mediaId({ connection_id: connection.id, provider_media_id: id })}`
    for await (const event of product.deps.store.readStream(stream))
      found.push(event as RecordedEvent<MediaEvent>)
    return found
  }
  return {
    path,
    show,
    facts,
    async upload(bytes: Buffer, type = 'image/png'): Promise<ShownMedia> {
      const body = new FormData()
      body.append('connection_id', connection.id)
      body.append('file', new Blob([new Uint8Array(bytes)], { type }), 'a name')
      const url = `${await addressOf(product.commandApp)}/api/v1/media`
      const answer = await fetch(url, { method: 'POST', headers, body })
      const shown = (await answer.json()) as { data: ShownMedia }
      if (answer.status !== 201) throw new Error(JSON.stringify(shown))
      return shown.data
    },
    async download(id: string) {
      const url = `${await addressOf(queryApp)}/api/v1${path(id, '/download')}`
      const answer = await fetch(url, { headers })
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
    },
    /** Waits until the log tells of a copy. @returns its name */
    stored: (id: string) =>
      eventually(async () => {
        const fact = (await facts(id)).find(({ type }) => type === 'MediaStored')
        return fact?.type === 'MediaStored' && fact.data.file_ref
      }),
    /** Deletes a file at the provider only. */
    lose: (id: string) => calls(product).delete(entryOf(product, connection.id), id),
    /** Uploads a file to the provider without a fact of ours. @returns its id */
    async give(file: Parameters<MediaCalls['upload']>[1]): Promise<string> {
      const result = await calls(product).upload(entryOf(product, connection.id), file)
      if (result.kind !== 'ok' || result.value === null) throw new Error(result.kind)
      return result.value
    },
  }
}

function calls({ deps }: Product): MediaCalls {
  const media = deps.providers.get('official')?.media
  if (media === undefined) throw new Error('the provider has no files')
  return media
}

function entryOf({ deps }: Product, id: string) {
  const entry = deps.registry.connection(id)
  if (entry === undefined) throw new Error('the connection is not known')
  return entry
}

/** Where an app listens; it begins to, if it does not yet. */
async function addressOf(app: FastifyInstance): Promise<string> {
  if (!app.server.listening) return app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}
