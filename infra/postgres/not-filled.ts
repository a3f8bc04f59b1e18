/** The read models of this release are still being filled from the log, so they would show too little. */
export class ReadModelsNotFilled extends Error {
  constructor() {
    super('the read models of this release are being made from the log')
    this.name = 'ReadModelsNotFilled'
  }
}
