import type { ApiRoute } from '@recado/infra/http/api-route'
import type { CommandDeps } from '../../deps.ts'
import { simulateFaultRoute } from './fault.ts'
import { simulatePairingRoute } from './pair.ts'
import { simulateStatusRoute } from './status.ts'
import { simulateMessageRoute } from './user-message.ts'

/** Routes that exist only when WhatsApp is simulated. */
export const simulateRoutes: readonly ApiRoute<CommandDeps>[] = [
  simulateMessageRoute,
  simulateStatusRoute,
  simulateFaultRoute,
  simulatePairingRoute,
]
