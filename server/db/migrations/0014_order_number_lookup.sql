-- A function keeps the plan of its query. One that was made while the table was empty would read the whole table for
-- each new order, so that inserting many orders in one statement takes quadratic time.
ALTER FUNCTION "new_order_number"() SET enable_seqscan = off;
