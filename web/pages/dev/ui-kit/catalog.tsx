import { Pencil, Trash2 } from 'lucide-react'
import { paths } from '#web/paths.ts'
import { IconButton } from '#web/ui/actions/button.tsx'
import favicon from '#web/ui/brand/favicon.svg?url'
import { DrawnCover } from '#web/ui/catalog/drawn-cover.tsx'
import { Grid } from '#web/ui/catalog/grid.tsx'
import { MOTIF_NAMES } from '#web/ui/catalog/motifs.ts'
import { ProductCard } from '#web/ui/catalog/product-card.tsx'
import { Slideshow, type SlideshowLabels } from '#web/ui/catalog/slideshow.tsx'
import { SampleGroup, ComponentSample } from './sample.tsx'

const product = {
  to: paths.product({ id: 1, slug: '' }),
  image: '',
  description: 'Eighty recipes of a southern kitchen, written the way they are told at the table.',
  category: 'Ebooks',
  subcategory: 'Cooking',
  byline: 'by @cocinasur',
}

const labels: Omit<SlideshowLabels, 'region'> = {
  carousel: 'carousel',
  previous: 'Previous slide',
  next: 'Next slide',
  slide: number => `Slide ${number}`,
  goTo: number => `Go to slide ${number}`,
  pause: 'Pause',
  play: 'Play',
}

/** The name of the theme is part of the landmarks' names, because the page shows every component twice. */
export function CatalogSamples({ theme }: { theme: string }) {
  const slides = [`${favicon}#1`, `${favicon}#2`, `${favicon}#3`]
  return (
    <SampleGroup title="Catalogue">
      <ComponentSample name="ProductCard: priced, dynamic, one's own; their images are missing on purpose">
        <Grid kind="threeColumns">
          <ProductCard
            {...product}
            name="My grandmother’s recipes"
            price="$ 8.900"
            action={{ to: paths.product({ id: 1, slug: '' }), label: 'BUY' }}
          />
          <ProductCard
            {...product}
            name="Knitting patterns for long winters"
            price="From $ 500"
            isDynamic
            action={{ to: paths.product({ id: 1, slug: '' }), label: 'BUY' }}
          />
          <ProductCard
            {...product}
            name="Andean loops"
            price="$ 1.200"
            controls={
              <span className="flex">
                <IconButton label="Edit Andean loops">
                  <Pencil aria-hidden size={18} />
                </IconButton>
                <IconButton label="Delete Andean loops">
                  <Trash2 aria-hidden size={18} />
                </IconButton>
              </span>
            }
          />
        </Grid>
      </ComponentSample>
      <ComponentSample name="DrawnCover: eight grounds, eight motifs">
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {MOTIF_NAMES.map((motif, palette) => (
            <DrawnCover
              key={motif}
              title={`A cover with ${motif}`}
              motif={motif}
              palette={palette}
            />
          ))}
        </div>
      </ComponentSample>
      <ComponentSample name="Slideshow: three images, one image">
        <Slideshow images={slides} labels={{ ...labels, region: `Three pictures, ${theme}` }} />
        <Slideshow images={[favicon]} labels={{ ...labels, region: `One picture, ${theme}` }} />
      </ComponentSample>
    </SampleGroup>
  )
}
