import { DiagLogLevel, diag, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { Logger } from '../logger.ts'

/**
 * Exports spans by OTLP over HTTP; the SDK itself reads the other variables `OTEL_*`. The queue is bounded: a slow or
 * missing collector costs spans and nothing else.
 * @param name of the process, unless OTEL_SERVICE_NAME is set
 * @returns sends the waiting spans and stops
 */
export function exportSpans(name: string, log: Logger): () => Promise<void> {
  const tell = (what: string) => log.warn({ what }, 'problem with the export of spans')
  const quiet = () => undefined
  const logger = { error: tell, warn: tell, info: quiet, debug: quiet, verbose: quiet }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
  const named = resourceFromAttributes({ 'service.name': `recado-${name}` })
  const provider = new BasicTracerProvider({
    resource: named.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  trace.setGlobalTracerProvider(provider)
  return () => provider.shutdown()
}
