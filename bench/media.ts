import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Pool } from 'undici'
import type { Bench } from './bench.ts'
import { type Figures, interleaved } from './measure.ts'
import { atMost, type Row } from './report.ts'
import { openTenant } from './tenant.ts'

const CHUNK = Buffer.alloc(64 * 1_024, 'recado ')
const SAMPLE_MS = 20

/** Uploads and downloads through the product, against the Graph API alone. */
export const mediaBench: Bench = {
  name: 'media',
  async run(run) {
    const { lab, progress, rounds } = run
    const stack = await lab.stack()
    const entry = new URL('../simulators/main.ts', import.meta.url)
    const simulator = await stack.run(entry, { RECADO_PLAIN: '1' })
    const graph = `http://127.0.0.1:${simulator.port}`
    const commands = await stack.start('command-api', { GRAPH_API_URL: graph })
    const { key, connection_id, phone_number_id } = await openTenant(lab, commands.port)
    await stack.follow({ GRAPH_API_URL: graph })
    const query = await stack.start('query-api', { GRAPH_API_URL: graph })
    const size = run.rows < 1_000_000 ? 10 : 100
    const headers = { authorization: `Bearer ${key}` }
    const [ours, theirs, bare] = [commands.port, query.port, simulator.port].map((port) => {
      const pool = new Pool(`http://127.0.0.1:${port}`, { bodyTimeout: 120_000 })
      lab.after(() => pool.destroy())
      return pool
    }) as [Pool, Pool, Pool]
    const upload = (mb: number) => post(ours, '/api/v1/media', { connection_id }, mb, headers)
    const own = (id: string) => `/api/v1/media/${id}/download?connection_id=${connection_id}`
    const bareUpload = () =>
      post(
        bare,
        `/v25.0/${phone_number_id}/media`,
        { messaging_product: 'whatsapp', type: 'text/plain' },
        size,
        headers,
      )
    progress('a small file')
    await got(theirs, own(await upload(1)), 1, headers)
    const id = await upload(size)
    const until = Date.now() + 3_600_000
    progress(`files of ${size} MB`)
    const medians = await interleaved(Math.min(rounds, 2), {
      upload: () => watched(commands.pid, () => upload(size)),
      'bare upload': () => watched(simulator.pid, bareUpload),
      download: () => watched(query.pid, () => got(theirs, own(id), size, headers)),
      'bare download': () =>
        watched(simulator.pid, () =>
          got(bare, `/media-download/${id}?until=${until}`, size, headers),
        ),
    })
    return rowsOf(medians, size)
  },
}

function rowsOf(medians: Record<string, Record<string, number>>, size: number): Row[] {
  return ['upload', 'download'].flatMap((way) => [
    {
      name: `media: ${way} of ${size} MB`,
      unit: 'ms' as const,
      ours: medians[way]?.took ?? 0,
      raw: medians[`bare ${way}`]?.took ?? 0,
      against: 'the same bytes by undici to and from the Graph API alone',
    },
    {
      name: `media: memory growth, ${way} of ${size} MB`,
      unit: 'MB' as const,
      ours: medians[way]?.growth ?? 0,
      raw: size,
      against: 'the file',
      goal: atMost(64),
    },
  ])
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

/** @returns `took` in ms, and `growth`: the highest growth of the process's memory meanwhile, in MB */
async function watched(pid: number, work: () => Promise<unknown>): Promise<Figures> {
  const before = await residentMegabytes(pid)
  let most = before
  const sample = async () => {
    most = Math.max(most, await residentMegabytes(pid))
  }
  const timer = setInterval(() => void sample(), SAMPLE_MS)
  const start = performance.now()
  try {
    await work()
    const took = performance.now() - start
    await sample()
    return { took, growth: most - before }
  } finally {
    clearInterval(timer)
  }
}

/** Read from /proc of Linux. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024
}
