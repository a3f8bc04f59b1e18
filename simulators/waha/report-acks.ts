import { shuffle } from '@recado/infra/random'
import type { Sent } from './answers.ts'
import type { Behaviour } from './behaviour.ts'
import { chatIdOf } from './chat-id.ts'
import { emit } from './emit.ts'
import type { Session } from './session.ts'
import type { WahaSimulator } from './simulator.ts'

const NAMES: Record<number, string> = {
  [-1]: 'ERROR',
  0: 'PENDING',
  1: 'SERVER',
  2: 'DEVICE',
  3: 'READ',
  4: 'PLAYED',
}

export function reportAck(
  simulator: WahaSimulator,
  session: Session,
  { id, to, ack }: { readonly id: string; readonly to: string; readonly ack: number },
): void {
  const chat_id = chatIdOf(to)
  const payload = { id: `true_${chat_id}_${id}`, from: chat_id, to: null, fromMe: true }
  emit(simulator, session, 'message.ack', { ...payload, ack, ackName: NAMES[ack] })
}

/** GOWS reports the server's ack in the echo only; WEBJS reports acks only if its session is configured for them. */
function acksReportedBy({ engine, acks }: Behaviour, { config }: Session): readonly number[] {
  if (engine === 'GOWS') return acks.filter((ack) => ack !== 1)
  return engine === 'WEBJS' && config.webjs?.tagsEventsOn !== true ? [] : acks
}

/** Schedules the acks of a message by the behaviour: delayed, some lost, some twice. */
export function reportAcks(
  simulator: WahaSimulator,
  session: Session,
  { whole, chat_id }: Pick<Sent, 'whole' | 'chat_id'>,
  fails: boolean,
): void {
  const { behaviour, random, schedule } = simulator
  const planned = fails ? [-1] : acksReportedBy(behaviour, session)
  const coming = planned
    .filter(() => random() >= behaviour.ack_loss)
    .flatMap((ack) => (random() < behaviour.ack_duplication ? [ack, ack] : [ack]))
  const order = behaviour.ack_disorder ? shuffle(coming, random) : coming
  for (const [index, ack] of order.entries()) {
    const payload = { id: whole, from: chat_id, to: null, fromMe: true, ack, ackName: NAMES[ack] }
    schedule.after(behaviour.ack_delay_ms * (index + 1), () => {
      emit(simulator, session, 'message.ack', payload)
    })
  }
}
