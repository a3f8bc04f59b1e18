import { withTimeout } from '../concurrency/with-timeout.ts'
import type { Config } from '../config.ts'
import type { Logger } from '../logger.ts'

/** How long a closing process waits for the collector. */
const MAX_FLUSH_MS = 3_000

type Settings = Pick<
  Config,
  | 'OTEL_SDK_DISABLED'
  | 'OTEL_TRACES_EXPORTER'
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
>

/** Exports spans if the settings name a collector; else the exporter is not loaded. @returns sends waiting spans */
export function startTracing(config: Settings, name: string, log: Logger): () => Promise<unknown> {
  if (!isOn(config)) return async () => undefined
  const started = import('./export-spans.ts').then(({ exportSpans }) => exportSpans(name, log))
  return () =>
    withTimeout(
      MAX_FLUSH_MS,
      started.then((end) => end()),
    )
}

function isOn(config: Settings): boolean {
  if (config.OTEL_SDK_DISABLED === 'true') return false
  if (config.OTEL_TRACES_EXPORTER !== null) return config.OTEL_TRACES_EXPORTER === 'otlp'
  return (
    config.OTEL_EXPORTER_OTLP_ENDPOINT !== null ||
    config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== null
  )
}
