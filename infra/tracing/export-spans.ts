import { DiagLogLevel, diag, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { Logger } from '../logger.ts'

/**
 * From now on spans are exported by OTLP over HTTP, as the other variables `OTEL_*` say, which the SDK reads itself.
 * What waits is bounded: a collector that is slow or away costs spans, and nothing else.
 * @param name of the process, unless OTEL_SERVICE_NAME names it
 * @returns sends what waits, and ends
 */
export function exportSpans(name: string, log: Logger): () => Promise<void> {
  const tell = (what: string) => log.warn({ what }, 'tracing')
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
