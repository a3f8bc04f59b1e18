/**
 * Which reading of raw events this is; it stands beside every fact of intake. Raised whenever any raw event gives
 * other intents than before, so that an audit compares each fact with the reading that made it.
 */
export const TRANSLATION_VERSION = 3
