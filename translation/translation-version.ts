/**
 * The version of the translation (a reading), stored with every fact of intake. Raise it whenever any raw event gives
 * other intents than before: an audit compares each fact with the version that made it.
 */
export const TRANSLATION_VERSION = 9
