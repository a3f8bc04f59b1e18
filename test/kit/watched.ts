import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'

const DEPLOY = new URL('../../deploy/', import.meta.url)

/** A rule of deploy/prometheus/alerts.yml. */
export type Alert = {
  readonly alert: string
  readonly expr: string
  readonly for: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly runbook: string }
}

type Dashboard = {
  readonly panels: readonly {
    readonly id: number
    readonly title: string
    readonly targets?: readonly { readonly expr: string }[]
  }[]
}

/** The alerts in deploy/. */
export async function readAlerts(): Promise<readonly Alert[]> {
  const file = parse(await readFile(new URL('prometheus/alerts.yml', DEPLOY), 'utf8'))
  return (file as { groups: { rules: Alert[] }[] }).groups.flatMap(({ rules }) => rules)
}

/** The Grafana dashboard in deploy/. */
export async function readDashboard(): Promise<Dashboard> {
  return JSON.parse(await readFile(new URL('grafana/recado.json', DEPLOY), 'utf8'))
}

/** Every expression with which alerts and dashboard query Prometheus. */
export async function watchedExpressions(): Promise<readonly string[]> {
  const [alerts, { panels }] = await Promise.all([readAlerts(), readDashboard()])
  const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  return [...alerts.map(({ expr }) => expr), ...shown]
}

/** Names that Prometheus adds by itself. */
const ITS_OWN = { metrics: ['up'], labels: ['job', 'instance', 'le'] }

/** The metrics and labels in an expression, without those of Prometheus itself. */
export function namedIn(expression: string): { metrics: string[]; labels: string[] } {
  const text = expression.replaceAll(/"[^"]*"/g, '""')
  const metrics = text.match(/\b(?:recado|nodejs|process)_[a-z0-9_]+|\bup\b/g) ?? []
  const matched = [...text.matchAll(/([a-z_]+)(?:=~|!~|!=|=)""/g)].map(([, label]) => String(label))
  const grouped = [...text.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, list]) =>
    String(list)
      .split(',')
      .map((label) => label.trim())
      .filter(Boolean),
  )
  return {
    metrics: metrics.filter((name) => !ITS_OWN.metrics.includes(name)),
    labels: [...matched, ...grouped].filter((label) => !ITS_OWN.labels.includes(label)),
  }
}

/** The metrics in the text of /metrics, as an expression would name them, and all labels in it. */
export function toldIn(text: string): { metrics: Set<string>; labels: Set<string> } {
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)]
  const metrics = types.flatMap(([, name, type]) =>
    type === 'histogram'
      ? ['_bucket', '_count', '_sum'].map((end) => `${name}${end}`)
      : [`${name}`],
  )
  const labels = [...text.matchAll(/[{,]([a-z_]+)="/g)].map(([, label]) => String(label))
  return { metrics: new Set(metrics), labels: new Set(labels) }
}
