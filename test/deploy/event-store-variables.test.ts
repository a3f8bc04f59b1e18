import { readdir, readFile } from 'node:fs/promises'
import { SETTING_NAMES } from '@recado/infra/config'
import { test } from 'tap'
import { parse, parseAllDocuments } from 'yaml'
import { EVENTSTORE_VARIABLES, REFUSED_VARIABLES } from './eventstore-options.ts'

const ROOT = new URL('../../', import.meta.url)
const KUBERNETES = 'deploy/kubernetes/'
const read = (path: string) => readFile(new URL(path, ROOT), 'utf8')

type Service = {
  readonly image: string
  readonly environment?: Readonly<Record<string, string>>
  readonly env_file?: string
  readonly entrypoint?: readonly string[]
  readonly volumes?: readonly string[]
}
type Pod = { readonly enableServiceLinks?: boolean }
type Manifest = { readonly spec?: { readonly template?: { readonly spec: Pod } } }

async function servicesOf(name: string): Promise<[string, Service][]> {
  const { services } = parse(await read(name), { merge: true })
  return Object.entries<Service>(services)
}

/** Other services use its image without starting a server. */
const isServer = ({ image, entrypoint }: Service) =>
  image.includes('${EVENTSTORE_IMAGE') && entrypoint === undefined

const FILES = [
  ['docker-compose.yml', 1],
  ['docker-compose.cluster.yml', 3],
] as const

for (const [name, nodes] of FILES)
  test(`the nodes of ${name} get only valid options of the server`, async (t) => {
    const servers = (await servicesOf(name)).filter(([, service]) => isServer(service))
    t.equal(servers.length, nodes)
    for (const [server, { environment = {}, env_file }] of servers) {
      t.equal(env_file, undefined, `${server} has none of .env`)
      const named = Object.keys(environment).filter((key) => key.startsWith('EVENTSTORE_'))
      t.ok(named.length > 0)
      for (const key of named) t.ok(EVENTSTORE_VARIABLES.has(key), `${key} of ${server}`)
      t.same(
        named.filter((key) => REFUSED_VARIABLES.has(key)),
        [],
        `KurrentDB takes those of ${server} too`,
      )
    }
  })

for (const [name, nodes] of FILES)
  test(`a node of ${name} keeps its log in its volume, and builds no secondary indexes`, async (t) => {
    const servers = (await servicesOf(name)).filter(([, service]) => isServer(service))
    t.equal(servers.length, nodes)
    for (const [server, { environment, volumes = [] }] of servers) {
      const [, folder] = /^[a-z0-9-]+:(.+)$/.exec(volumes[0] ?? '') ?? []
      t.equal(environment?.EVENTSTORE_DB, folder, server)
      t.equal(environment?.KURRENTDB__SECONDARYINDEXING__ENABLED, 'false', server)
    }
  })

test('no setting of Recado has the name of a server option', async (t) => {
  const offered = [...(await read('.env.example')).matchAll(/^#? ?([A-Z_]+)=/gm)]
  const ours = [...SETTING_NAMES, ...offered.map(([, name]) => String(name))]
  t.ok(ours.includes('EVENTSTORE_URL') && ours.includes('EVENTSTORE_PASSWORD'))
  t.same(
    ours.filter((name) => EVENTSTORE_VARIABLES.has(name)),
    [],
  )
})

test('a Kubernetes service named eventstore sets no variables in pods', async (t) => {
  // Service links would set EVENTSTORE_PORT and the like.
  const names = (await readdir(new URL(KUBERNETES, ROOT))).filter((name) => name.endsWith('.yaml'))
  const texts = await Promise.all(names.map((name) => read(KUBERNETES + name)))
  const pods = texts
    .flatMap((text) => parseAllDocuments(text).map((document) => document.toJS() as Manifest))
    .flatMap(({ spec }) => spec?.template?.spec ?? [])
  t.ok(pods.length > 4)
  for (const pod of pods) t.equal(pod.enableServiceLinks, false)
})
