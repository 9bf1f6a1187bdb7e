-- outside a transaction
-- Since its last change, a product has had the price that it has now. What it cost before is not known.
INSERT INTO product_prices (product_id, price, asked_at)
  SELECT p.id, p.price, p.updated_at FROM products p
  WHERE p.state <> 'draft' AND NOT EXISTS (SELECT 1 FROM product_prices a WHERE a.product_id = p.id);
