import type { ListedConnection } from '@recado/contract/connection'
import type { SystemState } from '@recado/contract/dashboard/system'
import { MAX_PAGE_ITEMS } from '@recado/contract/limits'
import type { LoggedMessage } from '@recado/contract/message'
import type { Webhook } from '@recado/contract/webhook'
import { DAY_MS } from '@recado/domain/durations'
import { MIN_LAG_MS } from '../api/live.ts'
import { useQuery } from '../api/query.ts'
import type { Listed } from '../api/read-list.ts'
import { ofCategories } from '../api/reload-on-facts.ts'
import { Icon } from '../parts/icon.tsx'
import { Page } from '../parts/page.tsx'
import { Loaded } from '../parts/states.tsx'
import { Status } from '../parts/status.tsx'
import { text } from '../text/choose.ts'
import { typeInWords } from './connections/in-words.ts'
import { nameOf } from './connections/name-of.ts'
import { MessageTable } from './messages/message-table.tsx'

const OF_KEYS = ofCategories('apiKey')
const OF_NUMBERS = ofCategories('connection')
const OF_MESSAGES = ofCategories('message', 'providerMessage', 'contact')
const OF_WEBHOOKS = ofCategories('webhook')
const OF_TROUBLE = ofCategories(
  'webhookDelivery',
  'webhook',
  'connection',
  'message',
  'providerMessage',
)

/** The first steps until they are done, then what needs attention. */
export function Home() {
  const numbers = useQuery<Listed<ListedConnection>>(
    `/connections?limit=${MAX_PAGE_ITEMS}`,
    OF_NUMBERS,
  )
  const keys = useQuery<Listed<unknown>>('/api-keys?limit=1', OF_KEYS)
  const webhooks = useQuery<{ data: readonly Webhook[] }>('/webhooks', OF_WEBHOOKS)
  const recent = useQuery<Listed<LoggedMessage>>('/messages?limit=8', OF_MESSAGES)
  const system = useQuery<{ data: SystemState }>('/system', OF_TROUBLE)
  const { home } = text()
  const isKnown = [numbers, keys, webhooks, recent].every(({ body }) => body !== null)
  const done = {
    number: numbers.body?.data.some(({ status }) => status === 'connected') ?? false,
    key: (keys.body?.pagination.total ?? 0) > 0,
    webhook: webhooks.body?.data.some(({ active }) => active) ?? false,
    message: (recent.body?.pagination.total ?? 0) > 0,
  }
  const isSetUp = Object.values(done).every(Boolean)
  return (
    <Page title={home.title}>
      <div class="columns">
        {isKnown && !isSetUp ? <FirstSteps done={done} /> : null}
        <section class="card">
          <h2>{home.attention}</h2>
          <Loaded query={system} rows={2}>
            {({ data }) => <Attention system={data} />}
          </Loaded>
        </section>
        <section class="card">
          <h2>{home.numbers}</h2>
          <Loaded query={numbers} rows={2}>
            {({ data, pagination: { total } }) => <Numbers numbers={data} total={total} />}
          </Loaded>
        </section>
      </div>
      <h2>{home.recent}</h2>
      <Loaded query={recent} rows={6}>
        {({ data }) => <MessageTable messages={data} />}
      </Loaded>
    </Page>
  )
}

type Done = Readonly<Record<'number' | 'key' | 'webhook' | 'message', boolean>>

/** The page of each step. */
const PAGES = {
  number: '/dashboard/connections',
  key: '/dashboard/api-keys',
  webhook: '/dashboard/webhooks',
  message: '/dashboard/conversations',
} as const

function FirstSteps({ done }: { done: Done }) {
  const { home } = text()
  const steps = ['number', 'key', 'webhook', 'message'] as const
  return (
    <section class="card">
      <h2>{home.begin}</h2>
      <ul class="checklist">
        {steps.map((step) => (
          <li key={step} class={done[step] ? 'done' : ''}>
            <Icon name={done[step] ? 'check' : 'plus'} />
            {done[step] ? home.steps[step] : <a href={PAGES[step]}>{home.steps[step]}</a>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Attention({ system }: { system: SystemState }) {
  const { home } = text()
  const { numbers_down: down, failed_24h: failed, webhooks_failing } = system
  const { dead_24h, parked, read_models } = system
  const lag = read_models.lag_ms ?? 0
  const yesterday = encodeURIComponent(new Date(Date.now() - DAY_MS).toISOString())
  const dead = `/dashboard/deliveries?status=dead&dead_since=${yesterday}`
  const failures = `/dashboard/messages?status=failed&failed_since=${yesterday}`
  const failing = home.failingWebhooks(webhooks_failing)
  const needs = [
    { n: down, words: home.down(down), href: '/dashboard/connections' },
    { n: webhooks_failing, words: failing, href: '/dashboard/webhooks' },
    { n: dead_24h, words: home.failing(dead_24h), href: dead },
    { n: failed, words: home.failedMessages(failed), href: failures },
    { n: parked ?? 0, words: home.parked(parked ?? 0), href: null },
    { n: lag > MIN_LAG_MS ? 1 : 0, words: home.lag(Math.round(lag / 1_000)), href: null },
  ].filter(({ n }) => n > 0)
  if (needs.length === 0) return <p class="muted">{home.calm}</p>
  return (
    <ul class="plain">
      {needs.map(({ words, href }) => (
        <li key={words}>{href === null ? words : <a href={href}>{words}</a>}</li>
      ))}
    </ul>
  )
}

function Numbers({ numbers, total }: { numbers: readonly ListedConnection[]; total: number }) {
  const { home } = text()
  if (numbers.length === 0) return <p class="muted">{home.noNumbers}</p>
  return (
    <ul class="plain">
      {numbers.map(({ id, name, phone_number, type, status }) => (
        <li key={id} class="number-row">
          <a href={`/dashboard/connections/${id}`}>{nameOf({ id, name, phone_number })}</a>
          <span class="muted small">{typeInWords(type)}</span>
          <Status status={status} />
        </li>
      ))}
      {numbers.length < total ? (
        <li>
          <a href="/dashboard/connections">{home.allNumbers(total)}</a>
        </li>
      ) : null}
    </ul>
  )
}
