import { Link } from 'react-router'
import type { Block, Part, Picture } from './guide.ts'

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
  if (block.kind === 'picture') return <GuidePicture {...block.picture} />
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

/**
 * Shows a picture in the theme of the page. The theme can be chosen, so a media query would not know it; browsers do
 * not load a lazy image that is not displayed. Pictures that follow one another stand side by side where there is room.
 */
function GuidePicture({ alt, light, dark, width, height }: Picture) {
  const look = 'h-auto max-w-full rounded-card border border-line shadow-soft'
  const props = { width, height, loading: 'lazy', decoding: 'async' } as const
  return (
    <p className="mt-6 mb-4 inline-block align-top sm:mr-6">
      <img {...props} alt={alt} src={light} className={`theme-dark:hidden ${look}`} />
      <img {...props} alt={alt} src={dark} className={`theme-light:hidden ${look}`} />
    </p>
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
