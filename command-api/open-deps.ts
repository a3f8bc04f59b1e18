import { randomUUID } from 'node:crypto'
import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import { openSending } from '@recado/application/sending/sending'
import type { ApiServices } from '@recado/application/services'
import { watchServers } from '@recado/application/status/outages'
import type { ServeDeps } from '@recado/infra/http/register-routes'
import type { ServerOptions } from '@recado/infra/http/server'
import type { CommandDeps } from './deps.ts'
import { spoolBudget } from './media/spool-budget.ts'

/** Opens what commands need besides what both APIs do. @param serving how clients are served */
export function openCommandDeps(
  services: ApiServices,
  serving: Pick<
    ServeDeps & ServerOptions,
    'bounds' | 'rateLimits' | 'planLimits' | 'elsewhere' | 'checkReplies'
  >,
): CommandDeps & ApiServices {
  const outages = watchServers(services)
  services.closeFirst(() => outages.close())
  const sending = openSending(services)
  services.closeFirst(() => sending.close())
  return {
    ...services,
    ...serving,
    ...{ outages, sending },
    operatorToken: services.config.OPERATOR_TOKEN,
    cache: aggregateCache(),
    mutex: streamMutex(),
    uploads: spoolBudget(),
    now: () => new Date(),
    newId: randomUUID,
  }
}
