module example.com/reservation

go 1.26.0
