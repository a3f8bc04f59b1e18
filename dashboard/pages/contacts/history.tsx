import type { ContactDetail } from '@recado/contract/contact'
import { Status } from '../../parts/status.tsx'
import { text } from '../../text/choose.ts'
import { moneyOf } from '../../text/money.ts'

/** The sessions that led the person here, such as ads. */
export function Sessions({ sessions }: Pick<ContactDetail, 'sessions'>) {
  const { contacts } = text()
  return (
    <section class="card">
      <h2>{contacts.sessions}</h2>
      {sessions.length === 0 ? <p class="muted">{contacts.noSessions}</p> : null}
      <ul class="plain">
        {sessions.map((session, n) => (
          <li key={n} class="break">
            <strong>{session.channel}</strong>{' '}
            {[session.utm_source, session.utm_campaign, session.ad_id, session.landing_url]
              .filter((one) => one !== null)
              .join(' · ')}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The sales to the person. */
export function Sales({ sales }: Pick<ContactDetail, 'sales'>) {
  const { contacts } = text()
  return (
    <section class="card">
      <h2>{contacts.sales}</h2>
      {sales.length === 0 ? <p class="muted">{contacts.noSales}</p> : null}
      <ul class="plain">
        {sales.map(({ id, status, gross_cents, currency, product_name }) => (
          <li key={id} class="sale">
            <span class="break">{product_name ?? contacts.sale}</span>
            <span>{moneyOf(gross_cents, currency)}</span>
            <Status status={status} />
          </li>
        ))}
      </ul>
    </section>
  )
}
