import { Link } from 'react-router'
import type { Block, Part } from './guide.ts'

/** Shows the text of a guide. */
export function GuideBlocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => <GuideBlock key={index} block={block} />)
}

function GuideBlock({ block }: { block: Block }) {
  if (block.kind === 'heading') return <h2 className="mt-10 text-[1.4rem]">{block.text}</h2>
  if (block.kind === 'paragraph')
    return (
      <p className="mt-4 text-soft">
        <Parts parts={block.parts} />
      </p>
    )
  const List = block.isOrdered ? 'ol' : 'ul'
  return (
    <List
      className={`mt-4 grid gap-2 pl-6 text-soft marker:text-awning-deep ${block.isOrdered ? 'list-decimal' : 'list-disc'}`}
    >
      {block.items.map((parts, index) => (
        <li key={index} className="pl-1">
          <Parts parts={parts} />
        </li>
      ))}
    </List>
  )
}

function Parts({ parts }: { parts: readonly Part[] }) {
  return parts.map((part, index) => {
    if (part.kind === 'text') return part.text
    if (part.kind === 'strong')
      return (
        <strong key={index} className="font-[620] text-ink">
          {part.text}
        </strong>
      )
    return (
      <Link key={index} to={part.href} className="link">
        {part.text}
      </Link>
    )
  })
}
