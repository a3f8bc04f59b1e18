import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readConfig, SETTING_NAMES } from '@recado/infra/config'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { Service } from 'kubernetes-models/v1/Service'
import { test } from 'tap'
import { parse, parseAllDocuments } from 'yaml'
import { NEEDED_SETTINGS } from '../kit/needed-settings.ts'
import { readingAll } from '../kit/reading-all.ts'

const FOLDER = new URL('../../deploy/kubernetes/', import.meta.url)
const KUBECTL = '/usr/bin/kubectl'

type Labels = Readonly<Record<string, string>>
type Container = {
  readonly name: string
  readonly image: string
  readonly command: readonly string[]
  readonly env?: readonly { readonly name: string; readonly value: string }[]
  readonly envFrom?: readonly object[]
}
type Manifest = {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly data?: Readonly<Record<string, string>>
  readonly spec: {
    readonly replicas: number
    readonly maxUnavailable?: number
    readonly selector: Labels & { readonly matchLabels?: Labels }
    readonly template: {
      readonly metadata: { readonly labels: Labels }
      readonly spec: { readonly securityContext: object; readonly containers: readonly Container[] }
    }
  }
}

const KINDS = { ConfigMap, Deployment, NetworkPolicy, PodDisruptionBudget, Service } as const

const read = (name: string) => readFile(new URL(name, FOLDER), 'utf8')
const { resources } = parse(await read('kustomization.yaml')) as { resources: string[] }
const manifests = (await Promise.all(resources.map(read))).flatMap((text) =>
  parseAllDocuments(text).map((document) => document.toJS() as Manifest),
)
const of = (kind: string) => manifests.filter((manifest) => manifest.kind === kind)
const deployments = of('Deployment')

test('each manifest and every field in it is valid Kubernetes', async (t) => {
  t.same(
    (await readdir(FOLDER)).filter((name) => name !== 'kustomization.yaml').sort(),
    [...resources].sort(),
    'every file is applied',
  )
  for (const manifest of manifests) {
    const { kind, metadata } = manifest
    const name = `${kind} ${metadata.name}`
    const { validate } = KINDS[kind as keyof typeof KINDS].prototype
    const { seen, unread } = readingAll(manifest)
    t.doesNotThrow(() => validate.call(seen as never), name)
    t.same(unread(), [], `${name} has no unknown field`)
  }
})

test('each process runs without privileges on a read-only file system, and has probes', async (t) => {
  for (const { metadata, spec } of deployments) {
    const { securityContext, containers } = spec.template.spec
    t.match(securityContext, { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
    for (const container of containers)
      t.match(
        container,
        {
          securityContext: {
            readOnlyRootFilesystem: true,
            allowPrivilegeEscalation: false,
            capabilities: { drop: ['ALL'] },
          },
          resources: { requests: { cpu: String, memory: String }, limits: { memory: String } },
          ...{ startupProbe: Object, livenessProbe: Object, readinessProbe: Object },
        },
        metadata.name,
      )
  }
})

test('one copy of each process may stop at any time while another continues', async (t) => {
  for (const { metadata, spec } of deployments) {
    const labels = spec.template.metadata.labels
    t.same(spec.selector.matchLabels, labels)
    const budgets = of('PodDisruptionBudget').filter((one) => isFor(one, labels))
    t.equal(budgets.length, 1, `${metadata.name} has a disruption budget`)
    t.ok(spec.replicas > (budgets[0]?.spec.maxUnavailable ?? spec.replicas), metadata.name)
  }
  for (const service of of('Service'))
    t.ok(
      deployments.some(({ spec }) =>
        isSubset(service.spec.selector, spec.template.metadata.labels),
      ),
    )
})

test('the pods together run every process and every worker', async (t) => {
  const ours = deployments
    .flatMap(({ spec }) => spec.template.spec.containers)
    .filter(({ image }) => image === 'recado')
  const programs = ours.map(({ command, env = [] }) => [
    command.at(-1),
    ...env.map(({ value }) => value),
  ])
  t.same(programs, [
    ['command-api.mjs'],
    ['query-api.mjs'],
    ['projectors.mjs', 'projector'],
    ['projectors.mjs', 'workers'],
  ])
  const settings = of('ConfigMap')[0]?.data ?? {}
  const named = [
    ...Object.keys(settings),
    ...ours.flatMap(({ env = [] }) => env.map(({ name }) => name)),
  ]
  for (const name of named) t.ok(SETTING_NAMES.includes(name), `${name} is a setting`)
  t.ok(readConfig({ ...NEEDED_SETTINGS, ...settings }), 'with valid values')
  const told = await read('kustomization.yaml')
  for (const name of Object.keys(NEEDED_SETTINGS))
    t.ok(told.includes(name), `${name} is documented as required`)
})

test('kubectl builds the manifests', {
  skip: !existsSync(KUBECTL) && 'kubectl is not installed',
}, async (t) => {
  const { stdout } = await promisify(execFile)(KUBECTL, ['kustomize', fileURLToPath(FOLDER)])
  const built = parseAllDocuments(stdout).map((document) => document.toJS() as Manifest)
  t.equal(built.length, manifests.length)
  for (const { metadata } of built) t.match(metadata, { namespace: 'recado' })
})

function isFor({ spec }: Manifest, labels: Labels): boolean {
  return isSubset(spec.selector.matchLabels ?? {}, labels)
}

function isSubset(selector: Labels, labels: Labels): boolean {
  return Object.entries(selector).every(([name, value]) => labels[name] === value)
}
