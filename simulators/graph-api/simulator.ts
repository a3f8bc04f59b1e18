import { seededRandom } from '@recado/infra/random'
import { type Newest, newest } from '../newest.ts'
import { newWebhookPoster, type WebhookPoster } from '../webhook-poster.ts'
import { type Behaviour, ordinaryBehaviour } from './behaviour.ts'
import type { BusinessNumber, NewBusinessNumber } from './business-number.ts'
import type { Fault } from './faults.ts'
import { type MediaStore, newMediaStore } from './media-store.ts'
import { newRequestLog, type RequestLog } from './request-log.ts'
import { newSchedule, type Schedule } from './schedule.ts'
import { newStatusBatches, type StatusBatches } from './status-batches.ts'
import { SAMPLE_TEMPLATES, type Template } from './templates.ts'
import { newThrottle, type Throttle } from './throttle.ts'

export type GraphSimulatorOptions = {
  /** Where webhooks are posted; can be set later through the control API. */
  hookUrl?: string
  /** Secret and token of numbers that have none of their own. */
  appSecret: string
  token?: string | null
  numbers?: readonly NewBusinessNumber[]
  /** Whether every number that is called exists. Default: true unless `numbers` is given. */
  everyNumber?: boolean
  /** Only answers calls: no statuses and no replies follow. */
  plain?: boolean
  behaviour?: Partial<Behaviour>
  seed?: number
}

export type AcceptedMessage = {
  wamid: string
  phone_number_id: string
  to: string
  type: string
  biz_opaque_callback_data: string | null
}

export type Simulator = {
  hookUrl: string | undefined
  plain: boolean
  behaviour: Behaviour
  faults: Fault[]
  numbers: Map<string, BusinessNumber>
  /** The number; created by this call when every number exists. */
  number(id: string): BusinessNumber | undefined
  addNumber(number: NewBusinessNumber): BusinessNumber
  templates: Map<string, Template[]>
  accepted: Newest<AcceptedMessage>
  requests: RequestLog
  media: MediaStore
  poster: WebhookPoster
  batches: StatusBatches
  throttle: Throttle
  schedule: Schedule
  random: () => number
  close(): Promise<void>
}

/** The state of a simulator; `close` ends its timers and removes its files. */
export function newSimulator(options: GraphSimulatorOptions): Simulator {
  const numbers = new Map<string, BusinessNumber>()
  const everyNumberExists = options.everyNumber ?? options.numbers === undefined
  const schedule = newSchedule()
  const plain = options.plain ?? false
  const addNumber = (number: NewBusinessNumber) => {
    // Health shows no phone number unless one was given.
    const shown = number.display_phone_number === undefined ? { display_phone_number: null } : {}
    const health = { ...shown, ...number.health }
    const complete = { ...defaultsOf(number.phone_number_id, options), ...number, health }
    numbers.set(complete.phone_number_id, complete)
    return complete
  }
  const simulator: Simulator = {
    hookUrl: options.hookUrl,
    plain,
    behaviour: { ...ordinaryBehaviour(plain), ...options.behaviour },
    faults: [],
    numbers,
    number: (id) =>
      numbers.get(id) ?? (everyNumberExists ? addNumber({ phone_number_id: id }) : undefined),
    addNumber,
    templates: new Map(),
    accepted: newest(10_000),
    requests: newRequestLog(10_000),
    media: newMediaStore(),
    poster: newWebhookPoster({
      schedule,
      behaviour: () => simulator.behaviour,
      isAccepted: (status) => status === 200,
    }),
    batches: newStatusBatches(() => simulator),
    throttle: newThrottle(),
    schedule,
    random: seededRandom(options.seed ?? 1),
    async close() {
      schedule.close()
      await simulator.poster.close()
      await simulator.media.close()
    },
  }
  for (const number of options.numbers ?? []) addNumber(number)
  return simulator
}

/** The templates of a business account: samples until the control API sets them. */
export function templatesOf(simulator: Simulator, wabaId: string): Template[] {
  return simulator.templates.get(wabaId) ?? SAMPLE_TEMPLATES
}

function defaultsOf(id: string, options: GraphSimulatorOptions): BusinessNumber {
  return {
    phone_number_id: id,
    waba_id: `2${id}`,
    display_phone_number: `5511${id.slice(-8).padStart(8, '3')}`,
    app_secret: options.appSecret,
    token: options.token ?? null,
    profile: { messaging_product: 'whatsapp', about: 'Hello', vertical: 'RETAIL', websites: [] },
    health: {},
  }
}
