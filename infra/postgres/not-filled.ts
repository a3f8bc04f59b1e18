import { timeLeft } from '../progress.ts'

/** How far the read models of this release are filled from the log; null for what is not known yet. */
export type Filling = {
  readonly percent: number | null
  readonly seconds_left: number | null
}

/** What every place that a person looks at says about read models that are being filled. */
export function fillingText({ percent, seconds_left }: Filling): string {
  const far = [
    ...(percent === null ? [] : [`${percent} %`]),
    ...(seconds_left === null ? [] : [timeLeft(seconds_left)]),
  ]
  const colon = far.length === 0 ? '' : ': '
  return `the read models are being filled from the log${colon}${far.join(', ')}`
}

/** The read models of this release are still being filled from the log, so they would show too little. */
export class ReadModelsNotFilled extends Error {
  readonly filling: Filling
  constructor(filling: Filling) {
    super(fillingText(filling))
    this.name = 'ReadModelsNotFilled'
    this.filling = filling
  }
}
