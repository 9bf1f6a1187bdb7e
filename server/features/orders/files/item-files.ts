/** A file version that the buyer of an item may get, as the database knows it. */
export interface ItemFileVersion {
  itemId: number
  slotId: number
  /** The seller's name for the file; null if people are shown its file name. */
  title: string | null
  /** Whether the slot was added to the product after the order. */
  isAdded: boolean
  /** Whether this is the version that was bought. */
  isBought: boolean
  /** Whether this is the newest version of the slot. */
  isNewest: boolean
  isInfected: boolean
}

/** What the buyer of an item gets from one slot of the product. */
export interface ItemFile<Version extends ItemFileVersion> {
  /** The version to download. */
  file: Version
  /** The version that was bought, if another one is newer; else null. */
  bought: Version | null
}

/**
 * Chooses what the buyer of an item gets from each slot: the newest version, and besides it the bought one. A version
 * in which malware was found is not offered while there is another one.
 * @param versions those of one item, sorted by their slots
 */
export function chooseItemFiles<Version extends ItemFileVersion>(
  versions: readonly Version[],
): ItemFile<Version>[] {
  const slots = Map.groupBy(versions, ({ slotId }) => slotId)
  return [...slots.values()].map(ofSlot => {
    const clean = ofSlot.filter(({ isInfected }) => !isInfected)
    const usable = clean.length > 0 ? clean : ofSlot
    const bought = usable.find(({ isBought }) => isBought) ?? null
    const file = usable.find(({ isNewest }) => isNewest) ?? bought ?? usable[0]!
    return { file, bought: file === bought ? null : bought }
  })
}
