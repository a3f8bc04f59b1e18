import type { Registry } from '@recado/application/registry/registry'
import type { FastifyInstance } from 'fastify'
import type { HookSecrets } from './hook-secrets.ts'

/**
 * Reads the secrets of hooks in the background once the server is ready: hooks work at once, and read what they lack.
 */
export function warmSecretsWhenReady(
  app: FastifyInstance,
  secrets: Pick<HookSecrets, 'warm'>,
  registry: Pick<Registry, 'connections'>,
): void {
  app.addHook('onReady', async () => {
    secrets
      .warm(registry)
      .catch((err: unknown) =>
        app.log.warn(
          { err },
          'secrets of hooks could not be read in advance; a hook reads them when it needs them',
        ),
      )
  })
}
