/** The read models of this release are being made from the log: what they would show is not all there is. */
export class ReadModelsNotFilled extends Error {
  constructor() {
    super('the read models of this release are being made from the log')
    this.name = 'ReadModelsNotFilled'
  }
}
