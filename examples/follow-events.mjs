// Follows the events of the first account of `npm start` and prints each: node examples/follow-events.mjs
// It stores its place in a file, so the next run also prints the events that it missed while it was down.
import { readFile, rename, writeFile } from 'node:fs/promises'

const { RECADO_DATA_DIR: dataDir = '.recado' } = process.env
const demo = JSON.parse(await readFile(`${dataDir}/demo.json`, 'utf8'))
const [{ api_key }] = demo.accounts
// Whoever made this folder also wrote that file: only a server of this machine can be an npm start.
const { hostname } = new URL(demo.base_url)
if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
  throw new Error(`${dataDir}/demo.json names ${hostname}, which is not this machine`)
const PLACE = `${dataDir}/follow-events.cursor`

/** The id of the last event printed. Empty on the first run, which begins with the next event. */
let place = await readFile(PLACE, 'utf8').catch(() => '')

for (;;) {
  await follow().catch((error) => process.stderr.write(`${error.message}; trying again\n`))
  await new Promise((again) => setTimeout(again, 1_000))
}

async function follow() {
  const response = await fetch(`${demo.base_url}/events`, {
    redirect: 'error', // it would carry the key wherever it leads
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${api_key}`,
      ...(place === '' ? {} : { 'last-event-id': place }),
    },
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  let rest = ''
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop()
    for (const block of blocks) await handle(block)
  }
}

/** Handles one server-sent event, with lines such as `id: …` and `data: …`. A ping is a comment and has neither. */
async function handle(block) {
  const lines = block.split('\n')
  const field = (name) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
  const data = field('data')
  if (data !== undefined) process.stdout.write(`${data}\n`)
  const id = field('id')
  // Store the place last: if the program stops in between, it prints the event twice instead of never.
  if (id !== undefined) await storePlace(id)
}

/** Replaces the file in one step, so that a killed program leaves either the old place or the new one. */
async function storePlace(id) {
  await writeFile(`${PLACE}.new`, id)
  await rename(`${PLACE}.new`, PLACE)
  place = id
}
