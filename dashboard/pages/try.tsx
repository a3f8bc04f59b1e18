import type { ListedConnection } from '@recado/contract/connection'
import { kindOf } from '@recado/contract/connection-kinds'
import { useState } from 'preact/hooks'
import { numberName, useNumbers } from '../api/names.ts'
import { session } from '../api/session.ts'
import { Choice } from '../parts/field.tsx'
import { Page } from '../parts/page.tsx'
import { text } from '../text/choose.ts'
import { NotFound } from './not-found.tsx'
import { ReportStatus } from './try/report-status.tsx'
import { ScanCode } from './try/scan-code.tsx'
import { SetFault } from './try/set-fault.tsx'
import { WriteAsPerson } from './try/write-as-person.tsx'

/** Triggers by hand what WhatsApp would do. Only with the simulators. */
export function Try() {
  const state = session.value
  const numbers = useNumbers().filter(({ type }) => kindOf(type).simulator !== null)
  const [chosen, setChosen] = useState('')
  const { tryIt, conversations } = text()
  if (state.kind !== 'in' || !state.features.simulators) return <NotFound />
  const id = chosen === '' ? (numbers[0]?.id ?? '') : chosen
  return (
    <Page title={tryIt.title} about={tryIt.about}>
      <div class="row filters">
        <Choice
          label={conversations.columns.number}
          value={id}
          choices={numbers.map((one) => [one.id, numberName(numbers, one.id)] as const)}
          onChange={setChosen}
        />
      </div>
      {id === '' ? (
        <p class="muted">{text().home.noNumbers}</p>
      ) : (
        <div class="columns" key={id}>
          {isUnpaired(numbers, id) ? <ScanCode connectionId={id} /> : null}
          <WriteAsPerson connectionId={id} />
          <ReportStatus connectionId={id} />
          <SetFault connectionId={id} />
        </div>
      )}
    </Page>
  )
}

/** Whether a number waits to be paired. */
function isUnpaired(numbers: readonly ListedConnection[], id: string): boolean {
  const number = numbers.find((one) => one.id === id)
  return number !== undefined && kindOf(number.type).isPaired && number.status !== 'connected'
}
