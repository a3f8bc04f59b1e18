import { announceIntakeLag } from '@recado/application/intake/lag'
import { announceProgress } from '@recado/application/read-models/announce'
import type { Partition } from '@recado/application/read-models/partitions'
import { openSending } from '@recado/application/sending/sending'
import { openPatientLog } from '@recado/infra/event-store/patient-log'
import { translateWith } from '@recado/translation/translate'
import type { PartDeps } from './deps.ts'
import { type CommittedIn, runPartitions } from './engine/run-partitions.ts'
import { runIntakePartitions } from './intake/run-intake-partitions.ts'
import { projectionsOf } from './projections.ts'
import { runAttribution } from './reactors/attribution/run-attribution.ts'
import { runErasure } from './reactors/erasure/run-erasure.ts'
import { runMediaStore } from './reactors/media/run-media-store.ts'
import { runNumbers } from './reactors/numbers/run-numbers.ts'
import { recoveryLimits } from './reactors/recovery/recovery-limits.ts'
import { runRecovery } from './reactors/recovery/run-recovery.ts'
import { runRetention } from './reactors/retention/run-retention.ts'
import { runSeal } from './reactors/seal/run-seal.ts'
import { runSelfAudit } from './reactors/self-audit/run-self-audit.ts'
import { runSessions } from './reactors/sessions/run-sessions.ts'
import { runTemplates } from './reactors/templates/run-templates.ts'
import { runWebhookRecovery } from './reactors/webhook-recovery/run-webhook-recovery.ts'
import { runRelay } from './relay/run-relay.ts'
import { dispatchTimesOf } from './webhooks/dispatcher/dispatch-times.ts'
import { publishFresh } from './webhooks/dispatcher/publish.ts'
import { runWebhooks } from './webhooks/run-webhooks.ts'

/** The time between two reads of a business account's templates, and between two checks of a number, at its provider. */
const ASK_PROVIDER_MS = 15 * 60_000

export function keepReadModels(deps: PartDeps): Promise<void> {
  const { nats, providers, personIds, schema, config } = deps
  const publisher = publishFresh(nats, {
    masterKey: config.VAULT_KEY,
    replicas: config.NATS_REPLICAS,
  })
  const announce = ({ position, lag_ms, partition, partitions }: CommittedIn) =>
    announceProgress(nats, { schema, partition, partitions, position: String(position), lag_ms })
  const options = {
    ...deps,
    projections: projectionsOf(providers, personIds),
    afterCommit(committed: CommittedIn) {
      announce(committed)
      publisher.afterCommit(committed)
    },
  }
  return runPartitions(options, config.PROJECTOR_PARTITIONS)
}

export const WORKERS: Readonly<Record<string, (deps: PartDeps) => Promise<void>>> = {
  intake,
  dispatcher: runWebhooks,
  recovery: recoverSends,
  sessions: runSessions,
  attribution: runAttribution,
  templates,
  numbers,
  relay: runRelay,
  webhook_recovery: recoverWebhooks,
  retention,
  media_store: runMediaStore,
  erasure: runErasure,
  seal: runSeal,
  self_audit: selfAudit,
}

function intake(deps: PartDeps): Promise<void> {
  const translate = translateWith(deps.providers)
  const tellLag = (lag_ms: number, of: Partition) => announceIntakeLag(deps.nats, lag_ms, of)
  const options = { ...deps, translate, tellLag, count: deps.measured.intent }
  return runIntakePartitions(options, deps.config.INTAKE_PARTITIONS)
}

async function recoverSends(deps: PartDeps): Promise<void> {
  const sending = openSending({ ...deps, faults: deps.log })
  await runRecovery({ ...deps, limits: recoveryLimits(deps.config), sending })
  await sending.close()
}

function recoverWebhooks(deps: PartDeps): Promise<void> {
  const { pauseKeepMs } = { ...dispatchTimesOf(deps.config), ...deps.dispatchTimes }
  return runWebhookRecovery({ ...deps, pauseKeepMs })
}

function templates(deps: PartDeps): Promise<void> {
  return runTemplates({ ...deps, intervalMs: ASK_PROVIDER_MS })
}

function numbers(deps: PartDeps): Promise<void> {
  return runNumbers({ ...deps, intervalMs: ASK_PROVIDER_MS })
}

function selfAudit(deps: PartDeps): Promise<void> {
  const openLog = () => openPatientLog(deps.config.EVENTSTORE_URL)
  return runSelfAudit({ ...deps, openLog })
}

function retention(deps: PartDeps): Promise<void> {
  const { RAW_DAYS, DELIVERY_DAYS, MESSAGE_DAYS: messages } = deps.config
  const keptDays = { providerEvent: RAW_DAYS, webhookDelivery: DELIVERY_DAYS, messages }
  return runRetention({ ...deps, keptDays })
}
