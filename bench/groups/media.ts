import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { NodePart } from '@recado/standalone/supervision/node-process'
import { Pool } from 'undici'
import { residentMegabytes } from '../lab/resident-megabytes.ts'
import { openTenant } from '../lab/tenant.ts'
import { defineGroup, type GroupRun, type Side } from '../measuring/group.ts'
import { atMost } from '../report/goal.ts'

const CHUNK = Buffer.alloc(64 * 1_024, 'recado ')
const SAMPLE_MS = 20
const SIZE_MB = 100

type Opened = {
  readonly parts: Readonly<Record<'commands' | 'query' | 'simulator', NodePart>>
  upload(): Promise<unknown>
  rawUpload(): Promise<unknown>
  download(): Promise<unknown>
  rawDownload(): Promise<unknown>
}

/** Uploads and downloads through the product, against the Graph API alone. */
export const media = defineGroup<Opened>({
  name: 'media',
  minutes: 2,
  open: openMedia,
  rows: [
    {
      ...{ name: `upload of ${SIZE_MB} MB`, against: 'the same bytes to the Graph API alone' },
      figures: ['took_ms', 'memory_growth_mb'],
      goals: [atMost('memory_growth_mb', 64)],
      sides: ({ parts, upload, rawUpload }) => ({
        ours: watched(parts.commands, upload),
        raw: watched(parts.simulator, rawUpload),
      }),
    },
    {
      ...{ name: `download of ${SIZE_MB} MB`, against: 'the same bytes from the Graph API alone' },
      figures: ['took_ms', 'memory_growth_mb'],
      goals: [atMost('memory_growth_mb', 64)],
      sides: ({ parts, download, rawDownload }) => ({
        ours: watched(parts.query, download),
        raw: watched(parts.simulator, rawDownload),
      }),
    },
  ],
})

async function openMedia({ lab, progress }: GroupRun): Promise<Opened> {
  const stack = await lab.stack()
  // It is the raw limit here: of the product's own uploads its time does not count.
  const simulator = await stack.raw('simulators/main.ts', { RECADO_PLAIN: '1' })
  const graph = `http://127.0.0.1:${simulator.port}`
  const commands = await stack.start('command-api', { GRAPH_API_URL: graph })
  const { key, connection_id, phone_number_id } = await openTenant(lab, commands.port)
  await stack.follow({ GRAPH_API_URL: graph })
  const query = await stack.start('query-api', { GRAPH_API_URL: graph })
  const headers = { authorization: `Bearer ${key}` }
  const poolOf = ({ port }: NodePart) => {
    const pool = new Pool(`http://127.0.0.1:${port}`, { bodyTimeout: 120_000 })
    lab.after(() => pool.destroy())
    return pool
  }
  const [ours, theirs, bare] = [poolOf(commands), poolOf(query), poolOf(simulator)]
  const upload = (mb: number) => post(ours, '/api/v1/media', { connection_id }, mb, headers)
  const own = (id: string) => `/api/v1/media/${id}/download?connection_id=${connection_id}`
  progress('a small file')
  await got(theirs, own(await upload(1)), 1, headers)
  const id = await upload(SIZE_MB)
  const until = Date.now() + 3_600_000
  const fields = { messaging_product: 'whatsapp', type: 'text/plain' }
  return {
    parts: { commands, query, simulator },
    upload: () => upload(SIZE_MB),
    rawUpload: () => post(bare, `/v25.0/${phone_number_id}/media`, fields, SIZE_MB, headers),
    download: () => got(theirs, own(id), SIZE_MB, headers),
    rawDownload: () => got(bare, `/media-download/${id}?until=${until}`, SIZE_MB, headers),
  }
}

/** Posts a form with a text file of `mb` MB, generated while it is sent. @returns the medium's id */
async function post(
  pool: Pool,
  path: string,
  fields: Readonly<Record<string, string>>,
  mb: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const boundary = randomUUID()
  const answer = await pool.request({
    method: 'POST',
    path,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Readable.from(form(boundary, fields, mb)),
  })
  const text = await answer.body.text()
  if (answer.statusCode >= 400) throw new Error(`${path} answered ${answer.statusCode}: ${text}`)
  const { id, data } = JSON.parse(text) as { id?: string; data?: { id: string } }
  return String(data?.id ?? id)
}

async function* form(boundary: string, fields: Readonly<Record<string, string>>, mb: number) {
  const part = `--${boundary}\r\ncontent-disposition: form-data; name=`
  for (const [name, value] of Object.entries(fields))
    yield Buffer.from(`${part}"${name}"\r\n\r\n${value}\r\n`)
  yield Buffer.from(`${part}"file"; filename="file.txt"\r\ncontent-type: text/plain\r\n\r\n`)
  for (let sent = 0; sent < mb * 1_024 * 1_024; sent += CHUNK.length) yield CHUNK
  yield Buffer.from(`\r\n--${boundary}--\r\n`)
}

/** Downloads a file and discards it. @throws when its length is not `mb` */
async function got(
  pool: Pool,
  path: string,
  mb: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const answer = await pool.request({ method: 'GET', path, headers })
  let length = 0
  for await (const chunk of answer.body) length += chunk.length
  if (answer.statusCode !== 200 || length !== mb * 1_024 * 1_024)
    throw new Error(`${path} answered ${answer.statusCode} and ${length} bytes`)
}

/** One file, and the highest growth of a process's memory meanwhile. */
function watched({ pid }: NodePart, work: () => Promise<unknown>): Side {
  return {
    async round() {
      const before = await residentMegabytes(pid)
      let most = before
      const sample = async () => {
        most = Math.max(most, await residentMegabytes(pid))
      }
      // A process that has ended has no memory; the work says so.
      const timer = setInterval(() => void sample().catch(() => undefined), SAMPLE_MS)
      const start = performance.now()
      await work().finally(() => clearInterval(timer))
      const took_ms = performance.now() - start
      await sample()
      return { operations: 1, figures: { took_ms, memory_growth_mb: most - before } }
    },
  }
}
