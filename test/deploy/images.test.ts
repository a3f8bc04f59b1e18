import { readdir, readFile } from 'node:fs/promises'
import { natsFault } from '@recado/infra/nats/server-version'
import { test } from 'tap'
import { parse, parseAllDocuments } from 'yaml'

const ROOT = new URL('../../', import.meta.url)
const KUBERNETES = 'deploy/kubernetes/'
const read = (path: string) => readFile(new URL(path, ROOT), 'utf8')

type Service = { readonly image: string; readonly build?: { readonly args: object } }
type Container = { readonly image: string }
type Manifest = {
  readonly spec?: { readonly template?: { readonly spec: { readonly containers: Container[] } } }
}

/** The default tag, unless the variable names another image, such as one with its digest. */
const BY_VARIABLE = /^\$\{([A-Z]+_IMAGE):-([a-z0-9./-]+:[a-z0-9.-]+)\}$/

/** The images that `.env.example` offers to pin, with their defaults. */
const offered = new Map(
  [...(await read('.env.example')).matchAll(/^# ([A-Z]+_IMAGE)=(.+)$/gm)].map(
    ([, name, image]) => [String(name), String(image)] as const,
  ),
)

for (const name of ['docker-compose.yml', 'docker-compose.cluster.yml', 'docker-compose.watch.yml'])
  test(`each image of ${name} can be pinned by digest`, async (t) => {
    const services: Record<string, Service> = parse(await read(name), { merge: true }).services
    for (const [service, { image, build }] of Object.entries(services)) {
      for (const each of [image, ...Object.values(build?.args ?? {})]) {
        const [, variable = '', tag] = BY_VARIABLE.exec(each) ?? []
        t.equal(offered.get(variable), tag, `${service}: ${each}`)
      }
    }
  })

test('no image is named by a tag that moves to the next release', async (t) => {
  // Recado's own image is built here.
  const foreign = [...offered.values()].filter((image) => image !== 'recado:local')
  for (const image of foreign) t.match(image, /:.*\d/, image)
})

test('NATS is a release in which users cannot delete the streams of others', async (t) => {
  const [, version = ''] = offered.get('NATS_IMAGE')?.split(':') ?? []
  t.match(version, /^\d+\.\d+\.\d+/)
  t.equal(natsFault(version), null)
})

test('each stage of the Dockerfile uses the image of an argument', async (t) => {
  const lines = (await read('Dockerfile')).split('\n')
  const built = lines.filter((line) => line.startsWith('FROM '))
  t.ok(built.length > 1)
  for (const line of built) t.match(line, /^FROM \$\{NODE_IMAGE\}( AS [a-z]+)?$/)
  t.ok(lines.includes(`ARG NODE_IMAGE=${offered.get('NODE_IMAGE')}`))
})

test('each image of Kubernetes is listed in kustomization.yaml, where a digest can be set', async (t) => {
  const { resources, images } = parse(await read(`${KUBERNETES}kustomization.yaml`)) as {
    resources: string[]
    images: { name: string; newTag: string }[]
  }
  const texts = await Promise.all(resources.map((name) => read(KUBERNETES + name)))
  const used = texts
    .flatMap((text) => parseAllDocuments(text).map((document) => document.toJS() as Manifest))
    .flatMap(({ spec }) => spec?.template?.spec.containers ?? [])
    .map(({ image }) => image)
  t.same(new Set(used), new Set(images.map(({ name }) => name)))
  const nginx = images.find(({ name }) => name === 'nginx')
  t.equal(`nginx:${nginx?.newTag}`, offered.get('NGINX_IMAGE'))
  t.same(await readdir(new URL(KUBERNETES, ROOT)).then((all) => all.length - 1), resources.length)
})
